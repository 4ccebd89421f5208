import { sellerStandingOf } from '#domain/accounts/state.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Repository } from '../streams/repository.ts';

/** Whether the seller can be paid at this moment: money leaves escrow only for a seller who can. */
export const standingOf = async ({ accounts }: Pick<Repository, 'accounts'>, seller: AccountId) =>
  sellerStandingOf((await accounts.load(seller)).state);
