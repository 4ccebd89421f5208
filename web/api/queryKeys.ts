/** Every query of messages begins with this key, every query of notifications with the other. */
export const MESSAGES = 'messages';
export const NOTIFICATIONS = 'notifications';
/** And every query of sales with this. */
export const TRANSACTIONS = 'transactions';
/** The offers that its reader made and received; the bell tells of each. */
export const PROPOSALS = 'offers';
