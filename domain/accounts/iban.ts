/**
 * Structure after the country code and check digits, from the SWIFT registry: digits (n), capitals (a) or either (c).
 * Only SEPA countries: we pay out to no other.
 */
const SEPA: Readonly<Record<string, string>> = {
  AD: '8n12c',
  AL: '8n16c',
  AT: '16n',
  BE: '12n',
  BG: '4a6n8c',
  CH: '5n12c',
  CY: '8n16c',
  CZ: '20n',
  DE: '18n',
  DK: '14n',
  EE: '16n',
  ES: '20n',
  FI: '14n',
  FR: '10n11c2n',
  GB: '4a14n',
  GI: '4a15c',
  GR: '7n16c',
  HR: '17n',
  HU: '24n',
  IE: '4a14n',
  IS: '22n',
  IT: '1a10n12c',
  LI: '5n12c',
  LT: '16n',
  LU: '3n13c',
  LV: '4a13c',
  MC: '10n11c2n',
  MD: '20c',
  ME: '18n',
  MK: '3n10c2n',
  MT: '4a5n18c',
  NL: '4a10n',
  NO: '11n',
  PL: '24n',
  PT: '21n',
  RO: '4a16c',
  RS: '18n',
  SE: '20n',
  SI: '15n',
  SK: '20n',
  SM: '1a10n12c',
  VA: '18n',
};

const CLASSES: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z0-9]' };
const BEGINNING = 4;

const partsOf = (structure: string) =>
  [...structure.matchAll(/(\d+)([nac])/g)].map(([, count, kind]) => ({ count: Number(count), kind: kind ?? '' }));

const lengthOf = (structure: string): number =>
  BEGINNING + partsOf(structure).reduce((sum, { count }) => sum + count, 0);

/** ISO 7064 mod 97: the first four characters move to the end, letters count from 10. */
const isChecked = (iban: string): boolean => {
  const digits = [...(iban.slice(BEGINNING) + iban.slice(0, BEGINNING))].map((sign) => Number.parseInt(sign, 36));
  return BigInt(digits.join('')) % 97n === 1n;
};

/** The message for an invalid IBAN (no spaces, capitals); undefined if it is valid. */
export const ibanFault = (iban: string): string | undefined => {
  if (iban === '') return 'IBAN is required';
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'Please enter a valid IBAN';
  const country = iban.slice(0, 2);
  const structure = SEPA[country];
  if (structure === undefined)
    return `We pay out to banks of the SEPA area only, and an account that begins with ${country} is not in it`;
  const parts = partsOf(structure);
  const length = lengthOf(structure);
  if (iban.length !== length)
    return `An IBAN that begins with ${country} has ${length} characters; this one has ${iban.length}`;
  const shape = new RegExp(`^${parts.map(({ count, kind }) => `${CLASSES[kind]}{${count}}`).join('')}$`);
  return shape.test(iban.slice(BEGINNING)) && isChecked(iban) ? undefined : 'Please enter a valid IBAN';
};

/** Whether a text contains an IBAN, however it is spaced. */
export const holdsIban = (text: string): boolean => {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return [...plain.matchAll(/(?=([A-Z]{2})\d{2})/g)].some(({ index, 1: country = '' }) => {
    const structure = SEPA[country];
    return structure !== undefined && ibanFault(plain.slice(index, index + lengthOf(structure))) === undefined;
  });
};
