import { isErased } from '#domain/accounts/accountStatus.ts';
import {
  type ComplaintOutcome,
  type DecisionBasis,
  type ListingReportOutcome,
  listingReports,
  type ReportGround,
} from '#domain/moderation/listingReports.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { type Suspension, suspendFirst } from '../accounts/suspendFirst.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

type Deps = { repository: Pick<Repository, 'accounts' | 'listings' | 'listingReports'>; clock: Clock };

/**
 * Reports, decisions and complaints about a listing. They have their own stream and are decided against the
 * current listing.
 */
export const listingReportCommands = ({ repository, clock }: Deps) => {
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
        /** Also suspends the seller. */
        suspend?: Suspension | undefined;
      },
      context: CommandContext,
    ) => {
      const { suspend, ...decided } = decision;
      const { state } = await repository.listingReports.load(id);
      const account = state[decision.case - 1]?.sellerId;
      const request = {
        type: 'DecideReport',
        ...decided,
        sellerErased: await sellerErased(account),
        suspends: suspend !== undefined,
      } as const;
      if (account !== undefined) {
        const trial = listingReports.decide({ ...request, at: clock.now(), by: context.actor }, state);
        const first = await suspendFirst(repository, { account, suspend, trial }, context);
        if (!first.ok) return first;
      }
      return repository.listingReports.send(id, request, context);
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
