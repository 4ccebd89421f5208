import type { AccountId } from '#domain/shared/ids.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { standingOf } from '../sellerStanding.ts';
import type { Sessions } from '../sessions.ts';
import type { Erasure } from '../storage.ts';

type Deps = Pick<PolicyDeps, 'commands' | 'repository'> & {
  sessions: Pick<Sessions, 'endAll' | 'endOpenedBy'>;
  erasure: Pick<Erasure, 'activeListingsOf' | 'unpaidSalesOf'>;
};

/**
 * Finishes what the suspending or role-changing call may have left undone after a crash: ends the sessions opened
 * before it. A suspended seller cannot ship, so unpaid purchases from them are cancelled; a late payment is
 * refunded. The listings of a terminated account are archived and stay archived after a reinstatement.
 */
export const suspensions = ({ sessions, commands, repository, erasure }: Deps): Policy => {
  const cancelUnpaid = async (seller: AccountId, event: Recorded) => {
    // already reinstated: the seller can ship again
    if (!(await standingOf(repository, seller)).suspended) return;
    const cancel = { type: 'Cancel', reason: null, otherReason: null } as const;
    for (const transaction of await erasure.unpaidSalesOf(seller))
      await commands.toTransaction(transaction, cancel, causedBy(event, `cancel.${transaction}`));
  };

  return policy({
    name: 'suspensions',
    handles: ['AccountSuspended', 'AccountTerminated', 'RoleGranted', 'RoleRevoked'],
    begins: { RoleGranted: 'now', RoleRevoked: 'now' },
    handle: async (event) => {
      const account = idIn(event.stream);
      if (event.type === 'AccountSuspended') {
        await sessions.endAll(account);
        return cancelUnpaid(account, event);
      }
      if (event.type !== 'AccountTerminated') return sessions.endOpenedBy(account, event.recordedAt);
      for (const listing of await erasure.activeListingsOf(account)) {
        const archive = { type: 'ArchiveListing', reason: 'accountTerminated' } as const;
        await commands.toListing(listing, archive, causedBy(event, `archive.${listing}`));
      }
    },
  });
};
