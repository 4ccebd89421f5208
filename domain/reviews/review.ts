import { z } from 'zod';
import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import { scamReportReason, scamSignalsIn } from '../conversations/scamSignals.ts';
import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { type EventOf, extended, firstVersion, personal } from '../shared/events.ts';
import { type AccountId, id } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { MAX_REVIEW_LENGTH } from './limits.ts';

/** The parts that can be reported and removed: the buyer's review and the seller's answer. */
export const REVIEW_PARTS = ['review', 'answer'] as const;
export type ReviewPart = (typeof REVIEW_PARTS)[number];

export const REVIEW_OUTCOMES = ['kept', 'removed'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

const part = z.enum(REVIEW_PARTS);

/** Stream `review-{transactionId}`. Each text is encrypted under the key of `authorId`. */
export const reviewEvents = {
  /** `rating`: the buyer's stars, which also stay on the seller's account. */
  ReviewWritten: firstVersion({
    authorId: id,
    sellerId: id,
    rating: z.int().min(1).max(5),
    text: personal(z.string()),
  }),
  ReviewAnswered: firstVersion({ authorId: id, text: personal(z.string()) }),
  /** `byWording`: the scam filter reported it, and `authorId` is the author of the text. */
  ReviewReported: firstVersion({ authorId: id, part, byWording: z.boolean(), reason: personal(z.string()) }),
  /** `authorId`: the member of staff, who also wrote the note. `suspended`: the author of the part too. */
  ReviewReportResolved: extended(
    firstVersion({ authorId: id, part, outcome: z.enum(REVIEW_OUTCOMES), note: personal(z.string()) }),
    { suspended: z.optional(z.boolean()) },
  ),
} as const;

export type ReviewEvent = EventOf<typeof reviewEvents>;

/** Contains no text that people wrote. */
export type Review = {
  /** Author of each part; null until it is written. */
  authors: Readonly<Record<ReviewPart, AccountId | null>>;
  sellerId: AccountId | null;
  removed: readonly ReviewPart[];
  /** `{part} {reporterId}` of each report by a person. */
  reported: readonly string[];
  /** Parts with an open report. */
  waiting: readonly ReviewPart[];
  /** Parts with a decision. */
  resolved: readonly ReviewPart[];
};

type Issued<Type extends string, Details> = { type: Type; at: Instant; by: Actor } & Details;

export type ReviewCommand =
  /**
   * `sale`: from the transaction and the seller's account. `rateUntil`: null before the payout. `ownHost`: as in
   * `https://{host}`.
   */
  | Issued<
      'WriteReview',
      {
        sale: { buyerId: AccountId; sellerId: AccountId; rating: number; rateUntil: Instant | null };
        text: string;
        ownHost: string;
      }
    >
  | Issued<'AnswerReview', { text: string; ownHost: string }>
  | Issued<'ReportReview', { part: ReviewPart; reason: string }>
  /** `suspends`: the same decision suspends the author of the part. */
  | Issued<'ResolveReviewReport', { part: ReviewPart; outcome: ReviewOutcome; note: string; suspends?: boolean }>;

export type ReviewRejection = {
  code:
    | 'notAllowed'
    | 'notYourTransaction'
    | 'reviewTooLate'
    | 'alreadyReviewed'
    | 'alreadyAnswered'
    | 'reviewEmpty'
    | 'reviewTooLong'
    | 'reviewNotFound'
    | 'notYourReview'
    | 'ownReviewReported'
    | 'ownReportDecided'
    | 'reportDecided'
    | 'reviewReportNotFound';
};

type Command<Type> = Extract<ReviewCommand, { type: Type }>;
type Decision = Result<ReviewEvent[], ReviewRejection>;

const refusalOf = (text: string): ReviewRejection | undefined => {
  if (text === '') return { code: 'reviewEmpty' };
  return text.length > MAX_REVIEW_LENGTH ? { code: 'reviewTooLong' } : undefined;
};

/** Reports a suspicious text to staff, as for messages. */
const reportByWording = (
  { at, by, ownHost }: { at: Instant; by: Actor; ownHost: string },
  part: ReviewPart,
  text: string,
): ReviewEvent[] => {
  const scamSignals = scamSignalsIn(text, ownHost);
  if (scamSignals.length === 0) return [];
  const found = scamSignals.filter((lure) => lure !== 'link');
  const reason = found.length > 0 ? scamReportReason(found) : 'Found by its wording: it holds a link to elsewhere.';
  return [{ type: 'ReviewReported', data: { at, authorId: by.id, part, byWording: true, reason } }];
};

const write = (command: Command<'WriteReview'>, { authors }: Review): Decision => {
  const { at, by, sale: transaction } = command;
  const text = command.text.trim();
  if (by.id !== transaction.buyerId) return reject({ code: 'notYourTransaction' });
  if (authors.review !== null) return reject({ code: 'alreadyReviewed' });
  if (transaction.rateUntil !== null && at > transaction.rateUntil) return reject({ code: 'reviewTooLate' });
  const refused = refusalOf(text);
  if (refused) return reject(refused);
  const { sellerId, rating } = transaction;
  return record(
    { type: 'ReviewWritten', data: { at, authorId: by.id, sellerId, rating, text } },
    ...reportByWording(command, 'review', text),
  );
};

const isThere = ({ authors, removed }: Review, part: ReviewPart): boolean =>
  authors[part] !== null && !removed.includes('review') && !removed.includes(part);

const answer = (command: Command<'AnswerReview'>, state: Review): Decision => {
  const { at, by } = command;
  const text = command.text.trim();
  if (!isThere(state, 'review')) return reject({ code: 'reviewNotFound' });
  if (by.id !== state.sellerId) return reject({ code: 'notYourReview' });
  if (state.authors.answer !== null) return reject({ code: 'alreadyAnswered' });
  const refused = refusalOf(text);
  if (refused) return reject(refused);
  return record(
    { type: 'ReviewAnswered', data: { at, authorId: by.id, text } },
    ...reportByWording(command, 'answer', text),
  );
};

const report = ({ at, by, part, reason }: Command<'ReportReview'>, state: Review): Decision => {
  if (!isThere(state, part)) return reject({ code: 'reviewNotFound' });
  if (by.id === state.authors[part]) return reject({ code: 'ownReviewReported' });
  if (state.reported.includes(`${part} ${by.id}`)) return record();
  return record({ type: 'ReviewReported', data: { at, authorId: by.id, part, byWording: false, reason } });
};

const isConcerned = ({ sellerId, authors, reported }: Review, part: ReviewPart, { id }: Actor): boolean =>
  id === sellerId || id === authors.review || reported.includes(`${part} ${id}`);

const resolve = (
  { at, by, part, outcome, note, suspends }: Command<'ResolveReviewReport'>,
  state: Review,
): Decision => {
  if (!may(access.conversation.do.resolveReport, by.role)) return reject({ code: 'notAllowed' });
  const waits = state.waiting.includes(part);
  if (!waits && !state.resolved.includes(part)) return reject({ code: 'reviewReportNotFound' });
  if (isConcerned(state, part, by)) return reject({ code: 'ownReportDecided' });
  if (!waits) return reject({ code: 'reportDecided' });
  return record({
    type: 'ReviewReportResolved',
    data: { at, authorId: by.id, part, outcome, note, ...(suspends && { suspended: true }) },
  });
};

const without = (parts: readonly ReviewPart[], part: ReviewPart): ReviewPart[] => parts.filter((one) => one !== part);

/** One review by the buyer of a transaction, and one answer by its seller. */
export const review: Decider<ReviewCommand, ReviewEvent, Review, ReviewRejection> = {
  initial: {
    authors: { review: null, answer: null },
    sellerId: null,
    removed: [],
    reported: [],
    waiting: [],
    resolved: [],
  },
  decide: (command, state) => {
    switch (command.type) {
      case 'WriteReview':
        return write(command, state);
      case 'AnswerReview':
        return answer(command, state);
      case 'ReportReview':
        return report(command, state);
      case 'ResolveReviewReport':
        return resolve(command, state);
    }
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'ReviewWritten':
        return { ...state, sellerId: data.sellerId, authors: { ...state.authors, review: data.authorId } };
      case 'ReviewAnswered':
        return { ...state, authors: { ...state.authors, answer: data.authorId } };
      case 'ReviewReported': {
        const { part, byWording, authorId } = data;
        const reported = byWording ? state.reported : [...state.reported, `${part} ${authorId}`];
        return { ...state, reported, waiting: [...without(state.waiting, part), part] };
      }
      case 'ReviewReportResolved': {
        const { part, outcome } = data;
        const removed = outcome === 'removed' ? [...state.removed, part] : state.removed;
        const waiting = without(state.waiting, part);
        return { ...state, removed, waiting, resolved: [...without(state.resolved, part), part] };
      }
    }
  },
};
