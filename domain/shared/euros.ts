/** Integer euro cents. Decimal euros exist only in HTTP requests and answers. */
export type Cents = number;

/** `1234` → `"12.34"`. */
export const formatEuros = (amount: Cents): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Cents as the number of euros that the JSON of the HTTP API carries: `1234` → `12.34`. */
export const toEuros = (amount: Cents): number => Number(formatEuros(amount));

/** `"12.3"`, `12.34` or `"12"` → cents; undefined for anything that is not a plain amount with at most two decimals. */
export const parseEuros = (value: string | number): Cents | undefined => {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(value).trim());
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
};

/** As it is read: "€12.34", "€1,234.00", "-€5.00". */
export const formatCents = (amount: Cents): string => {
  const [whole = '0', fraction = '00'] = formatEuros(Math.abs(amount)).split('.');
  return `${amount < 0 ? '-' : ''}€${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
};

/** Without `.00`: "€100", "€40,000". */
export const formatRound = (amount: Cents): string => formatCents(amount).replace(/\.00$/, '');
