import { account } from '#domain/accounts/account.ts';
import { type Account, sellerStandingOf } from '#domain/accounts/state.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { Repository } from '../../streams/repository.ts';

type Begun = Pick<Recorded, 'position'> & { data: { at: number } };

/**
 * The seller's account with the bank details that a payout goes to: the last ones before it that were verified and
 * past their hold.
 */
export const payoutAccount = async (repository: Repository, seller: AccountId, begun: Begun): Promise<Account> => {
  const { history } = await repository.accounts.loadWithHistory(seller);
  let now = account.initial;
  let payable = account.initial;
  for (const event of history) {
    if (event.position >= begun.position) break;
    now = account.evolve(now, event);
    const { bankVerified, payoutsHeldUntil } = sellerStandingOf(now);
    if (bankVerified && (payoutsHeldUntil ?? 0) <= begun.data.at) payable = now;
  }
  return payable;
};
