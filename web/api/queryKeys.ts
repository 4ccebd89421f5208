/** Key prefixes of all message and notification queries. */
export const MESSAGES = 'messages';
export const NOTIFICATIONS = 'notifications';
/** Key prefix of all sale queries. */
export const TRANSACTIONS = 'transactions';
/** The reader's offers, made and received; notifications refetch them. */
export const PROPOSALS = 'offers';
/** The staff queue, its length in the side panel, and case files. */
export const CASES = [
  ['staff', 'cases'],
  ['staff', 'openCases'],
  ['staff', 'case'],
];
