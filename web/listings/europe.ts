import { countriesOf } from '#domain/catalogue/continents.ts';

/** Document 1 places Cyprus in Asia, but it is one of the 30 countries of this market. */
const EUROPE: readonly string[] = [...countriesOf('Europe'), 'Cyprus'];

export const isAllEurope = (chosen: readonly string[]): boolean => EUROPE.every((country) => chosen.includes(country));

/** A second press clears the selection. */
export const toggledEurope = (chosen: readonly string[]): string[] =>
  isAllEurope(chosen) ? chosen.filter((country) => !EUROPE.includes(country)) : [...new Set([...chosen, ...EUROPE])];
