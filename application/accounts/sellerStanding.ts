import { sellerStandingOf } from '#domain/accounts/state.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Repository } from '../streams/repository.ts';

/** Whether the seller can be paid now. Escrow pays out only if so. */
export const standingOf = async ({ accounts }: Pick<Repository, 'accounts'>, seller: AccountId) =>
  sellerStandingOf((await accounts.load(seller)).state);
