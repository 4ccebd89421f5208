import type { Instant } from '#domain/shared/instants.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import type { DueErasure, Erasure } from '../storage.ts';

type Deps = Pick<PolicyDeps, 'commands' | 'repository'> & { erasure: Erasure };

/**
 * Cleans up after an erased account: archives its listings, forgets its sign-in and message pictures, and erases
 * its key last.
 */
export const erasures = ({ commands, erasure }: Deps): Policy =>
  policy({
    name: 'erasures',
    handles: ['AccountErased'],
    handle: async (event) => {
      const account = idIn(event.stream);
      for (const listing of await erasure.activeListingsOf(account)) {
        const archive = { type: 'ArchiveListing', reason: 'accountErased' } as const;
        await commands.toListing(listing, archive, causedBy(event, `archive.${listing}`));
      }
      await erasure.forgetSignIn(account);
      await erasure.forgetMessageImages(account);
      await erasure.eraseKey(account);
    },
  });

/** False if the erasure was cancelled, or money or an open case is still in a transaction. */
const eraseOne = async (account: string, now: Instant, { commands, repository, erasure }: Deps): Promise<boolean> => {
  // the read model may lag behind a cancellation
  const { eraseAt } = (await repository.accounts.load(account)).state;
  if (eraseAt === null || eraseAt > now) return false;
  const openTransactions = await erasure.openSalesOf(account, now);
  if (openTransactions > 0) return false;
  const cause = { id: `erase.${account}`, step: 'erase' };
  const outcome = await commands.toAccount(account, { type: 'EraseAccount', openSales: openTransactions }, cause);
  return (outcome?.events.length ?? 0) > 0;
};

const AT_ONCE = 100;

/**
 * Erases accounts whose 30 days are over and returns how many. An account with money or an open case in a transaction
 * waits until that ends, without blocking the accounts after it.
 */
export const eraseDue = async (now: Instant, deps: Deps & Pick<PolicyDeps, 'log'>): Promise<number> => {
  let erased = 0;
  let page: DueErasure[] = [];
  do {
    page = await deps.erasure.due(now, AT_ONCE, page.at(-1));
    for (const { account } of page)
      try {
        if (await eraseOne(account, now, deps)) erased++;
      } catch (error) {
        // the next sweep retries this account; the others must not wait for it
        deps.log.error({ account, error: String(error) }, 'an account could not be erased; the next sweep retries');
      }
  } while (page.length === AT_ONCE);
  return erased;
};
