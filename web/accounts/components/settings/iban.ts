/** `nl91abna0417164300` → `NL91 ABNA 0417 1643 00`. */
export const groupedIban = (typed: string): string =>
  typed
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1 ');
