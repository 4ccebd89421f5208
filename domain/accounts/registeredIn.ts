const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Codes that have a name and are no country: unions, tests, and what is unknown. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];

const WITH_ARTICLE =
  /^(United|Isle|British|U\.S\.) |^(Bahamas|Comoros|Gambia|Maldives|Philippines)$|(Netherlands|Islands|Republic|Territor(y|ies))$/;

/** In English; undefined for what is no country’s code of two letters (ISO 3166). */
export const countryNamed = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.includes(code) ? NAMES.of(code) : undefined;

/** No more than such a table knows: not where somebody is. */
export const registeredIn = (code: string): string | undefined => {
  const name = countryNamed(code);
  return name && `network registered in ${WITH_ARTICLE.test(name) ? `the ${name}` : name}`;
};
