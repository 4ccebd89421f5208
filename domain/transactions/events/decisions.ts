import { z } from 'zod';
import { attached } from '../../shared/attached.ts';
import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { reopens } from '../caseMarks.ts';
import { losersOf } from '../division.ts';
import { agreed, NOBODY_ASKED } from '../evolve/disputes.ts';
import { hasOfTransaction, heldMoney } from '../state.ts';
import { evidence, instant, party, SEEN, text } from './fields.ts';
import { event } from './sheet.ts';

const decisionAppealed = { by: party, text, evidence, decideBy: instant };

/** What staff were shown as consequences: a hash, and the revision it was computed from. Absent if nothing was shown. */
const shown = z.object({ revision: z.int(), consequences: z.string().regex(/^[0-9a-f]{64}$/) }).optional();

export const decisions = {
  DisputeDecided: event(
    extended(firstVersion({ toBuyer: cents, toSeller: cents, fee: cents, rationale: text, decidedBy: z.string() }), {
      shown,
    }),
    {
      news: 'decided',
      evolve: (data, transaction) => ({
        ...agreed(data),
        decided: {
          by: data.decidedBy,
          at: data.at,
          lost: losersOf(transaction, data),
          most: Math.max(transaction.decided?.most ?? 0, data.toBuyer + data.toSeller + data.fee),
          appeals: transaction.decided?.appeals ?? [],
        },
        questions: NOBODY_ASKED,
      }),
      moves: null,
      personal: { rationale: 'sale.see.words' },
    },
  ),
  /** More than €500 is held, so a second person must confirm. The confirmation adds a DisputeDecided, which carries the decision out. */
  DecisionProposed: event(
    extended(
      firstVersion({
        decisionId: z.string(),
        toBuyer: cents,
        toSeller: cents,
        fee: cents,
        rationale: text,
        proposedBy: z.string(),
        confirmBy: instant,
      }),
      { shown },
    ),
    {
      news: 'decided',
      evolve: ({ at, decisionId, toBuyer, toSeller, fee, proposedBy, confirmBy }, transaction) => ({
        proposed: { id: decisionId, toBuyer, toSeller, fee, by: proposedBy, at, confirmBy, shownUntil: null },
        proposals: transaction.proposals + 1,
      }),
      moves: null,
      personal: { rationale: 'sale.see.words' },
    },
  ),
  DecisionConfirmed: event(firstVersion({ decisionId: z.string(), confirmedBy: z.string() }), {
    news: 'decided',
  }),
  DecisionRejected: event(firstVersion({ decisionId: z.string(), reason: text, rejectedBy: z.string() }), {
    news: 'decided',
    personal: { reason: 'sale.see.words' },
  }),
  /** The proposer withdrew it. */
  DecisionWithdrawn: event(firstVersion({ decisionId: z.string(), reason: text, withdrawnBy: z.string() }), {
    news: 'decided',
    personal: { reason: 'sale.see.words' },
  }),
  DecisionLapsed: event(firstVersion({ decisionId: z.string() }), {
    news: 'deadline',
  }),
  /** Follows DecisionProposed above the draft limit: both parties read the draft and may answer before its confirmation. */
  DraftShown: event(
    firstVersion({
      decisionId: z.string(),
      toBuyer: cents,
      toSeller: cents,
      fee: cents,
      rationale: text,
      shownUntil: instant,
    }),
    {
      news: 'follows',
      evolve: ({ shownUntil }, { proposed }) => ({ proposed: proposed && { ...proposed, shownUntil } }),
      moves: null,
      personal: { rationale: 'sale.see.words' },
    },
  ),
  /** Follows DisputeDecided: the refund of `toBuyer` waits for `until`, when the seller can no longer appeal. */
  RefundDeferred: event(firstVersion({ toBuyer: cents, until: instant }), {
    news: 'follows',
    evolve: ({ toBuyer, until }, transaction) => ({
      deferred: { due: hasOfTransaction(transaction) + toBuyer, until, chargedBack: transaction.chargedBack },
    }),
    moves: null,
  }),
  /** Possible for 5 business days while the money is held. Another member of staff then decides. */
  DecisionAppealed: event(
    revised(firstVersion(decisionAppealed), { ...decisionAppealed, ...attached }, asItWas, 'asItIs'),
    {
      news: 'said',
      evolve: ({ at, by, decideBy }, transaction) => ({
        claim: transaction.claim
          ? { ...transaction.claim, decideBy }
          : {
              by,
              category: 'OTHER',
              amount: by === 'seller' ? 0 : heldMoney(transaction),
              openedAt: at,
              answerBy: at,
              offered: true,
              decideBy,
            },
        decided: transaction.decided && {
          ...transaction.decided,
          appeals: [...transaction.decided.appeals, { by, against: transaction.decided.by }],
        },
      }),
      case: reopens('disputeReview'),
      personal: SEEN,
    },
  ),
} as const;
