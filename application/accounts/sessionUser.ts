import type { Account } from '#domain/accounts/state.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { SessionUser } from '../contract/accounts.ts';

/** What a session says of its user, straight from the account's stream: right at once, whatever the read models lag. */
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
