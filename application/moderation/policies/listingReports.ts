import { mayTrade } from '#domain/accounts/accountStatus.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';

/**
 * Applies decisions about a reported listing. A removal by staff on their own initiative is recorded as a decision
 * too, so that its seller can complain.
 */
export const listingReports = ({ repository, commands }: Pick<PolicyDeps, 'repository' | 'commands'>): Policy =>
  policy({
    name: 'listingReports',
    handles: ['ListingReportDecided', 'ListingComplaintDecided', 'ListingRemoved'],
    begins: { ListingReportDecided: 'now', ListingComplaintDecided: 'now', ListingRemoved: 'now' },
    handle: async (event) => {
      const listing = idIn(event.stream);
      if (event.type === 'ListingRemoved') {
        const { removedBy, sellerId, reason } = event.data;
        if (removedBy === 'system' || sellerId === null) return;
        const removal = { type: 'RecordRemoval', sellerId, remover: removedBy, statement: reason } as const;
        await commands.toListingReports(listing, removal, causedBy(event, 'record'));
        return;
      }
      const { statement, sellerId } = event.data;
      const removed = event.type === 'ListingReportDecided' ? event.data.outcome === 'removed' : event.data.removed;
      if (removed) {
        const said = { reason: statement ?? '', sellerErased: statement === null };
        const removal = { type: 'RemoveListing', ...said, concerned: false } as const;
        await commands.toListing(listing, removal, causedBy(event, 'remove'));
      } else if (event.type === 'ListingComplaintDecided' && event.data.outcome === 'reversed') {
        const sellerActive = mayTrade((await repository.accounts.load(sellerId)).state);
        await commands.toListing(listing, { type: 'RestoreListing', sellerActive }, causedBy(event, 'restore'));
      }
    },
  });
