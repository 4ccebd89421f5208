/** The 30 countries where one can register: EU, United Kingdom, Switzerland, Norway. Among each other the continental zone. */
export const REGISTRATION_COUNTRIES = [
  'Austria',
  'Belgium',
  'Bulgaria',
  'Croatia',
  'Cyprus',
  'Czech Republic',
  'Denmark',
  'Estonia',
  'Finland',
  'France',
  'Germany',
  'Greece',
  'Hungary',
  'Ireland',
  'Italy',
  'Latvia',
  'Lithuania',
  'Luxembourg',
  'Malta',
  'Netherlands',
  'Poland',
  'Portugal',
  'Romania',
  'Slovakia',
  'Slovenia',
  'Spain',
  'Sweden',
  'United Kingdom',
  'Switzerland',
  'Norway',
] as const;

/** Offered as shipping destinations beyond the 30: the international zone. */
export const INTERNATIONAL_COUNTRIES = [
  'United States',
  'Canada',
  'Japan',
  'South Korea',
  'Singapore',
  'Australia',
  'New Zealand',
] as const;

export const SHIPPING_COUNTRIES = [...REGISTRATION_COUNTRIES, ...INTERNATIONAL_COUNTRIES] as const;
