import { type ReviewOutcome, type ReviewPart, type ReviewRejection, review } from '#domain/reviews/review.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { type Suspension, suspendFirst } from '../accounts/suspendFirst.ts';
import type { Clock } from '../ports/clock.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';
import type { SaleRejection, TransactionCommands } from '../transactions/transactions.ts';

type Deps = {
  repository: Pick<Repository, 'accounts' | 'transactions' | 'reviews'>;
  sales: Pick<TransactionCommands, 'rateSeller'>;
  clock: Clock;
  /** The marketplace's public URL. */
  publicUrl: string;
};

type Rated = { transactionId: TransactionId; rating?: number | undefined; review?: string | undefined };
type Answered = Result<{ position: Position | undefined }, SaleRejection | ReviewRejection>;

/** Ratings and written reviews of a transaction, the seller's answer, and reports of reviews. */
export const reviewCommands = ({ repository, sales: transactions, clock, publicUrl }: Deps) => {
  const ownHost = new URL(publicUrl).host;
  const { reviews, accounts } = repository;

  const write = async (
    sellerId: AccountId,
    { transactionId, text }: { transactionId: TransactionId; text: string },
    context: CommandContext,
  ): Promise<Answered> => {
    const { history } = await accounts.loadWithHistory(sellerId);
    const given = history.find(({ type, data }) => type === 'SellerRated' && data.transactionId === transactionId);
    if (given?.type !== 'SellerRated') return reject({ code: 'notYourTransaction' });
    const { buyerId, rating } = given.data;
    const { rateUntil } = (await repository.transactions.load(transactionId)).state;
    const transaction = { buyerId, sellerId, rating, rateUntil };
    const written = await reviews.send(
      transactionId,
      { type: 'WriteReview', sale: transaction, text, ownHost },
      context,
    );
    return written.ok ? ok({ position: written.value.position }) : written;
  };

  return {
    /** A text may follow an earlier rating, as long as rating is open. */
    rate: async (
      sellerId: AccountId,
      { transactionId, rating, review: text }: Rated,
      context: CommandContext,
    ): Promise<Answered> => {
      const stars =
        rating === undefined ? undefined : await transactions.rateSeller(sellerId, { transactionId, rating }, context);
      if (stars && (text === undefined || (!stars.ok && stars.error.code !== 'alreadyRated'))) return stars;
      return write(sellerId, { transactionId, text: text ?? '' }, context);
    },
    answer: (id: TransactionId, text: string, context: CommandContext) =>
      reviews.send(id, { type: 'AnswerReview', text, ownHost }, context),
    report: (id: TransactionId, told: { part: ReviewPart; reason: string }, context: CommandContext) =>
      reviews.send(id, { type: 'ReportReview', ...told }, context),
    resolveReport: async (
      id: TransactionId,
      {
        suspend,
        ...resolution
      }: { part: ReviewPart; outcome: ReviewOutcome; note: string; suspend?: Suspension | undefined },
      context: CommandContext,
    ) => {
      const request = { type: 'ResolveReviewReport', ...resolution, suspends: suspend !== undefined } as const;
      const { state } = await reviews.load(id);
      const account = state.authors[resolution.part];
      if (account !== null) {
        const trial = review.decide({ ...request, at: clock.now(), by: context.actor }, state);
        const first = await suspendFirst(repository, { account, suspend, trial }, context);
        if (!first.ok) return first;
      }
      return reviews.send(id, request, context);
    },
  };
};

export type ReviewCommands = ReturnType<typeof reviewCommands>;
