const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Codes with a name that are not countries: unions, test codes, unknown. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];

const WITH_ARTICLE =
  /^(United|Isle|British|U\.S\.) |^(Bahamas|Comoros|Gambia|Maldives|Philippines)$|(Netherlands|Islands|Republic|Territor(y|ies))$/;

/** The English name; undefined unless it is an ISO 3166 country code of two letters. */
export const countryNamed = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.includes(code) ? NAMES.of(code) : undefined;

/** Says where the network is registered, not where the person is. */
export const registeredIn = (code: string): string | undefined => {
  const name = countryNamed(code);
  return name && `network registered in ${WITH_ARTICLE.test(name) ? `the ${name}` : name}`;
};
