import { isErased } from '#domain/accounts/accountStatus.ts';
import type {
  ComplaintOutcome,
  DecisionBasis,
  ListingReportOutcome,
  ReportGround,
} from '#domain/moderation/listingReports.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

type Deps = { repository: Pick<Repository, 'accounts' | 'listings' | 'listingReports'> };

/**
 * Reports, decisions and complaints about a listing. They have their own stream and are decided against the
 * current listing.
 */
export const listingReportCommands = ({ repository }: Deps) => {
  const sellerErased = async (seller: AccountId | undefined): Promise<boolean> =>
    seller !== undefined && isErased((await repository.accounts.load(seller)).state);

  const erasedIn = async (id: ListingId, number: number): Promise<boolean> =>
    sellerErased((await repository.listingReports.load(id)).state[number - 1]?.sellerId);

  return {
    report: async (id: ListingId, report: { ground: ReportGround; explanation: string }, context: CommandContext) => {
      const { state, revision } = await repository.listings.load(id);
      const { status, removed, sellerId } = state;
      const listing = { status, removed, sellerId, revision: Number(revision) };
      return repository.listingReports.send(id, { type: 'ReportListing', ...report, listing }, context);
    },

    complain: (id: ListingId, complaint: { case: number; text: string }, context: CommandContext) =>
      repository.listingReports.send(id, { type: 'Complain', ...complaint }, context),

    decide: async (
      id: ListingId,
      decision: {
        case: number;
        outcome: ListingReportOutcome;
        basis: DecisionBasis;
        statement: string;
        ownSale: boolean;
      },
      context: CommandContext,
    ) => {
      const sellerErased = await erasedIn(id, decision.case);
      return repository.listingReports.send(id, { type: 'DecideReport', ...decision, sellerErased }, context);
    },

    answer: async (
      id: ListingId,
      decision: { case: number; outcome: ComplaintOutcome; statement: string; ownSale: boolean },
      context: CommandContext,
    ) => {
      const sellerErased = await erasedIn(id, decision.case);
      return repository.listingReports.send(id, { type: 'DecideComplaint', ...decision, sellerErased }, context);
    },
  };
};
