/** The listing details as typed, in the order in which they are sent. */
export const EMPTY_TEXTS = {
  title: '',
  franchise: '',
  condition: '',
  paintQuality: 'Not Painted',
  price: '',
  description: '',
  mainFaction: '',
  subfaction: '',
};

export type ListingTexts = typeof EMPTY_TEXTS;
type TextField = keyof ListingTexts;
export const TEXT_FIELDS = Object.keys(EMPTY_TEXTS) as TextField[];

/** The details of a draft or a listing. */
export const textsOf = <From extends Record<TextField, unknown>>(from: From) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, from[field]])) as Pick<From, TextField>;
