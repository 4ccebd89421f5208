import type { Account } from '#domain/accounts/state.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { SessionUser } from '../contract/accounts.ts';

/** The session's user, read from the account's stream so that it is current even when read models lag. */
export const sessionUserOf = (id: AccountId, account: Account): SessionUser => ({
  _id: id,
  userId: id,
  username: account.username ?? ERASED,
  email: account.email ?? ERASED,
  fullName: account.fullName,
  country: account.country,
  shippingAddress: account.shippingAddress,
  platformAgreements: { termsAccepted: true, feeAccepted: account.feeAccepted },
  roles: [...account.roles],
  appearance: account.appearance,
});
