/** Under a reason that is stored in clear, beyond the account of whom it is about: no erasure reaches it. */
export const NOTHING_PERSONAL = 'It stays for good: no names, addresses or other personal data, please.';

export const lastingHint = (of: 'account' | 'listing'): string =>
  `It stands in the history of the ${of}. ${NOTHING_PERSONAL}`;
