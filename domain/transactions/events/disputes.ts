import { z } from 'zod';
import { attached } from '../../shared/attached.ts';
import { asItWas, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { opens, reopens } from '../caseMarks.ts';
import { DISPUTE_CATEGORIES, type DisputeCategory } from '../disputeCategories.ts';
import { agreed, NOBODY_ASKED, offerEnded, underReview } from '../evolve/disputes.ts';
import { endedByBuyer, frozen, inspectionStops } from '../evolve/escrowPeriod.ts';
import { evidence, instant, party, SEEN, text } from './fields.ts';
import { event } from './sheet.ts';

/** The categories of the first versions. */
const FORMER_CATEGORIES = DISPUTE_CATEGORIES.slice(0, -1) as Exclude<DisputeCategory, 'RETURN_NOT_ARRIVED'>[];
const disputeOpened = {
  by: party,
  category: z.enum(FORMER_CATEGORIES),
  claim: cents,
  text,
  evidence,
  answerBy: instant,
  remaining: z.int().nullable(),
};
const disputeContested = { text, evidence, decideBy: instant };
const statementGiven = { by: party, text, evidence };
const lateClaim = { by: party, text };

export const disputes = {
  /** `claim`: cents the opener wants back. `remaining`: ms left on the escrow clock; null if it was frozen or over. */
  DisputeOpened: event(
    revised(
      revised(firstVersion(disputeOpened), { ...disputeOpened, ...attached }, asItWas, 'asItIs'),
      { ...disputeOpened, ...attached, category: z.enum(DISPUTE_CATEGORIES) },
      asItWas,
      'asItIs',
    ),
    {
      news: 'said',
      evolve: ({ at, by, category, claim, answerBy, remaining }, transaction) => ({
        ...frozen({ remaining }),
        ...inspectionStops({ at }, transaction),
        claim: { by, category, amount: claim, openedAt: at, answerBy, offered: false, decideBy: null },
        questions: NOBODY_ASKED,
        decision: null,
      }),
      personal: SEEN,
    },
  ),
  DisputeContested: event(
    revised(firstVersion(disputeContested), { ...disputeContested, ...attached }, asItWas, 'asItIs'),
    {
      news: 'said',
      evolve: underReview,
      case: reopens('disputeReview'),
      personal: SEEN,
    },
  ),
  SellerSilent: event(firstVersion({ decideBy: instant }), {
    news: 'deadline',
    evolve: underReview,
    case: reopens('disputeReview'),
  }),
  /** The dispute needs no answer: the seller opened it, or a return led to it. */
  DisputeReferred: event(firstVersion({ decideBy: instant }), {
    news: 'follows',
    evolve: underReview,
    case: reopens('disputeReview'),
  }),
  DisputeWithdrawn: event(firstVersion({}), {
    news: 'said',
    evolve: (_, transaction) => ({
      ...offerEnded(),
      ...endedByBuyer(transaction, 'disputed'),
      withdrawn: transaction.withdrawn + 1,
    }),
  }),
  DisputeAccepted: event(firstVersion({ toBuyer: cents, toSeller: cents, fee: cents }), {
    news: 'decided',
    evolve: agreed,
    moves: null,
  }),
  SettlementOffered: event(firstVersion({ toBuyer: cents, lapsesAt: instant }), {
    news: 'said',
    evolve: ({ toBuyer, lapsesAt }, transaction) => ({
      offer: { toBuyer, lapsesAt },
      claim: transaction.claim && { ...transaction.claim, offered: true },
    }),
  }),
  SettlementAccepted: event(firstVersion({ toBuyer: cents, toSeller: cents, fee: cents }), {
    news: 'decided',
    evolve: agreed,
    moves: null,
  }),
  SettlementRefused: event(firstVersion({}), {
    news: 'said',
    evolve: offerEnded,
  }),
  SettlementLapsed: event(firstVersion({}), {
    news: 'deadline',
    evolve: offerEnded,
  }),
  /** A party may add statements until the decision, asked or not. */
  StatementGiven: event(revised(firstVersion(statementGiven), { ...statementGiven, ...attached }, asItWas, 'asItIs'), {
    news: 'said',
    evolve: ({ by }, { questions }) =>
      by === 'buyer' || by === 'seller' ? { questions: { ...questions, [by]: null } } : {},
    personal: SEEN,
  }),
  QuestionAsked: event(
    firstVersion({ party: z.enum(['buyer', 'seller']), question: text, askedBy: z.string(), answerBy: instant }),
    {
      news: 'said',
      evolve: ({ party, answerBy }, { questions }) => ({ questions: { ...questions, [party]: answerBy } }),
      personal: { question: 'sale.see.words' },
    },
  ),
  /** The review term passed without a decision; staff get an alarm. */
  ReviewOverdue: event(firstVersion({}), {
    news: 'deadline',
    evolve: (_, transaction) => ({ claim: transaction.claim && { ...transaction.claim, decideBy: null } }),
  }),
  /** A claim after the payout began goes to staff; it is never refused silently. */
  LateClaimRecorded: event(
    revised(
      revised(firstVersion(lateClaim), { ...lateClaim, evidence }, (old) => ({ ...old, evidence: [] }), 'asItIs'),
      { ...lateClaim, evidence, ...attached },
      asItWas,
      'asItIs',
    ),
    {
      news: 'said',
      case: opens('lateClaim'),
      personal: SEEN,
    },
  ),
} as const;
