/** `decimal`: a number that keeps its zeros. */
export type Cell = string | number | { decimal: string } | null;

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180. A number stays a number, also a negative one. */
const cellOf = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'object') return value.decimal;
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Spreadsheets need the byte-order mark to read `€`. */
export const csvHead = (columns: readonly string[]): string => `\u{FEFF}${columns.join(',')}\r\n`;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** `2026-11-29T14-51-49Z`: an instant as part of a file name. */
export const inFileName = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
