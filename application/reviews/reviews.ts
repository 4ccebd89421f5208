import type { ReviewOutcome, ReviewPart, ReviewRejection } from '#domain/reviews/review.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Position } from '../ports/eventStore.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';
import type { SaleRejection, TransactionCommands } from '../transactions/transactions.ts';

type Deps = {
  repository: Pick<Repository, 'accounts' | 'transactions' | 'reviews'>;
  sales: Pick<TransactionCommands, 'rateSeller'>;
  /** The marketplace's public URL. */
  publicUrl: string;
};

type Rated = { transactionId: TransactionId; rating?: number | undefined; review?: string | undefined };
type Answered = Result<{ position: Position | undefined }, SaleRejection | ReviewRejection>;

/** Ratings and written reviews of a transaction, the seller's answer, and reports of reviews. */
export const reviewCommands = ({ repository, sales: transactions, publicUrl }: Deps) => {
  const ownHost = new URL(publicUrl).host;
  const { reviews, accounts } = repository;

  const write = async (
    sellerId: AccountId,
    { transactionId, review }: { transactionId: TransactionId; review: string },
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
      { type: 'WriteReview', sale: transaction, text: review, ownHost },
      context,
    );
    return written.ok ? ok({ position: written.value.position }) : written;
  };

  return {
    /** A text may follow an earlier rating, as long as rating is open. */
    rate: async (
      sellerId: AccountId,
      { transactionId, rating, review }: Rated,
      context: CommandContext,
    ): Promise<Answered> => {
      const stars =
        rating === undefined ? undefined : await transactions.rateSeller(sellerId, { transactionId, rating }, context);
      if (stars && (review === undefined || (!stars.ok && stars.error.code !== 'alreadyRated'))) return stars;
      return write(sellerId, { transactionId, review: review ?? '' }, context);
    },
    answer: (id: TransactionId, text: string, context: CommandContext) =>
      reviews.send(id, { type: 'AnswerReview', text, ownHost }, context),
    report: (id: TransactionId, told: { part: ReviewPart; reason: string }, context: CommandContext) =>
      reviews.send(id, { type: 'ReportReview', ...told }, context),
    resolveReport: (
      id: TransactionId,
      resolution: { part: ReviewPart; outcome: ReviewOutcome; note: string },
      context: CommandContext,
    ) => reviews.send(id, { type: 'ResolveReviewReport', ...resolution }, context),
  };
};

export type ReviewCommands = ReturnType<typeof reviewCommands>;
