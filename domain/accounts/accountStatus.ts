export type AccountStatus = 'unverified' | 'active' | 'suspended' | 'deletion_pending' | 'deleted';

type Holder = { status: 'none' | AccountStatus };

const has =
  (statuses: readonly AccountStatus[]) =>
  ({ status }: Holder): boolean =>
    statuses.some((each) => each === status);

/** May sign in, write messages and finish its transactions. Deletion leaves this right until the account is erased. */
export const mayAct = has(['active', 'deletion_pending']);

/** May begin something new: publish, buy, make a price offer, hold a role. Only these accounts have a seller page. */
export const mayTrade = has(['active']);

/** Its listings stay visible, but nobody can buy them. For SQL. */
export const AWAY_STATUSES = ['suspended', 'deletion_pending'] as const satisfies readonly AccountStatus[];
