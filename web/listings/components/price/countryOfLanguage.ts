/** Uses the region of a language tag, or the main country of the language within our market. */
const COUNTRIES: Readonly<Record<string, string>> = {
  AT: 'Austria',
  BE: 'Belgium',
  BG: 'Bulgaria',
  HR: 'Croatia',
  CY: 'Cyprus',
  CZ: 'Czech Republic',
  DK: 'Denmark',
  EE: 'Estonia',
  FI: 'Finland',
  FR: 'France',
  DE: 'Germany',
  GR: 'Greece',
  HU: 'Hungary',
  IE: 'Ireland',
  IT: 'Italy',
  LV: 'Latvia',
  LT: 'Lithuania',
  LU: 'Luxembourg',
  MT: 'Malta',
  NL: 'Netherlands',
  PL: 'Poland',
  PT: 'Portugal',
  RO: 'Romania',
  SK: 'Slovakia',
  SI: 'Slovenia',
  ES: 'Spain',
  SE: 'Sweden',
  GB: 'United Kingdom',
  CH: 'Switzerland',
  NO: 'Norway',
  US: 'United States',
  CA: 'Canada',
  JP: 'Japan',
  KR: 'South Korea',
  SG: 'Singapore',
  AU: 'Australia',
  NZ: 'New Zealand',
};

const REGIONS: Readonly<Record<string, string>> = {
  cs: 'CZ',
  da: 'DK',
  el: 'GR',
  et: 'EE',
  ja: 'JP',
  ko: 'KR',
  nb: 'NO',
  nn: 'NO',
  sl: 'SI',
  sv: 'SE',
  ...Object.fromEntries(
    ['bg', 'de', 'es', 'fi', 'fr', 'hr', 'hu', 'it', 'lt', 'lv', 'mt', 'nl', 'no', 'pl', 'pt', 'ro', 'sk'].map(
      (code) => [code, code.toUpperCase()],
    ),
  ),
};

/** `it-CH` → Switzerland, `it` → Italy, `en` → undefined: the first tag that names a country. */
export const countryOfLanguage = (languages: readonly string[]): string | undefined => {
  for (const tag of languages) {
    const [language = '', ...rest] = tag.split('-');
    const region = rest.find((part) => /^[A-Z]{2}$/i.test(part))?.toUpperCase() ?? REGIONS[language.toLowerCase()];
    const country = region && COUNTRIES[region];
    if (country) return country;
  }
  return undefined;
};
