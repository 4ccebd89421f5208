export type AccountStatus = 'unverified' | 'active' | 'suspended' | 'deletion_pending' | 'deleted';

type Holder = { status: 'none' | AccountStatus };

/** A question about an account, answered by its status. `statuses`: those that say yes, for SQL. */
export type StatusRule = ((holder: Holder) => boolean) & { statuses: readonly AccountStatus[] };

const yesFor = (...statuses: AccountStatus[]): StatusRule =>
  Object.assign(({ status }: Holder) => statuses.some((each) => each === status), { statuses });

/** May sign in, write messages, use a role and finish its transactions. Deletion leaves this right until the account is erased. */
export const mayAct = yesFor('active', 'deletion_pending');

/** May begin something new: publish, buy, make a price offer, be given a role. Only these accounts have a seller page. */
export const mayTrade = yesFor('active');

/** Its listings stay visible, but nobody can buy them. */
export const isAway = yesFor('suspended', 'deletion_pending');

/** Cannot sign in or be paid. */
export const isSuspended = yesFor('suspended');

/** Its personal data is gone. */
export const isErased = yesFor('deleted');

/** Whether this seller's listings can be bought now. */
export const canSell = (seller: Holder & { feeAccepted: boolean }): boolean => mayTrade(seller) && seller.feeAccepted;
