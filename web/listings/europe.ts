import { countriesOf } from '#domain/catalogue/continents.ts';

/** Cyprus lies in Asia by document 1, but its collectors are among the 30 countries of this market. */
const EUROPE: readonly string[] = [...countriesOf('Europe'), 'Cyprus'];

export const isAllEurope = (chosen: readonly string[]): boolean => EUROPE.every((country) => chosen.includes(country));

/** Another use of it takes the selection back. */
export const toggledEurope = (chosen: readonly string[]): string[] =>
  isAllEurope(chosen) ? chosen.filter((country) => !EUROPE.includes(country)) : [...new Set([...chosen, ...EUROPE])];
