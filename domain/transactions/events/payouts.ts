import { z } from 'zod';
import { extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { closes, opens, reopens } from '../caseMarks.ts';
import { arrived, attemptBecomes, backToWaiting, overpaidBy, payoutBecomes } from '../evolve/payouts.ts';
import { arrivedLate, backToPayable } from '../movements.ts';
import { instant, said } from './fields.ts';
import { event } from './sheet.ts';

/** When the provider paid. Version 1 has only `at`, when we heard of it. */
const paidAt = { paidAt: instant };
const paidWhenRecorded = <Old extends { at: number }>(old: Old) => ({ ...old, paidAt: old.at });
const arrival = { payoutId: z.string(), amount: cents, rateUntil: instant };
const keptForSeller = { kept: cents.optional() };
const overpayment = { payoutId: z.string(), amount: cents };

export const payouts = {
  PayoutApproved: event(firstVersion({ runAt: instant, amount: cents }), {
    news: 'routine',
    evolve: ({ runAt, amount }, transaction) => payoutBecomes(transaction, { runAt, amount, failures: 0 }),
    moves: null,
    case: closes('payoutRefused', 'sellerSuspended'),
    summary: ({ amount }) => ({ payoutAmount: amount }),
  }),
  /** The payout waits for a later run. `cause`: a recent change of the bank account, a bank holiday, or a hold that lasted past the run. */
  PayoutPostponed: event(
    extended(firstVersion({ runAt: instant }), {
      cause: z.enum(['bankAccount', 'closingDay', 'hold']).optional(),
    }),
    {
      news: 'routine',
      // a postponed retry continues its series of failures
      evolve: ({ runAt }, transaction) =>
        payoutBecomes(transaction, {
          runAt,
          failures: transaction.payout.retryAt === null ? 0 : transaction.payout.failures,
        }),
    },
  ),
  /** At the run the bank account was no longer verified. The payout waits for one again. */
  PayoutApprovalWithdrawn: event(firstVersion({}), {
    news: 'routine',
    evolve: backToWaiting,
  }),
  PayoutInitiated: event(
    firstVersion({ payoutId: z.string(), attempt: z.int(), amount: cents, askAt: instant, watchUntil: instant }),
    {
      news: 'routine',
      evolve: ({ payoutId, attempt, amount, askAt, watchUntil }, transaction) => ({
        ...payoutBecomes(transaction, { id: payoutId, attempt, amount, askAt, watchUntil }),
        ...attemptBecomes(transaction, payoutId, { asked: amount }),
      }),
      moves: ({ amount }) => ({ payable: -amount, payoutInTransit: amount }),
    },
  ),
  PayoutCompleted: event(revised(firstVersion(arrival), { ...arrival, ...paidAt }, paidWhenRecorded, 'asItIs'), {
    news: 'provider',
    evolve: ({ payoutId, paidAt, rateUntil }, transaction) => ({
      ...payoutBecomes(transaction, { failures: 0 }),
      ...attemptBecomes(transaction, payoutId, { state: 'paid', paidAt }),
      rateUntil: transaction.rateUntil ?? rateUntil,
    }),
    moves: ({ amount }) => ({ payoutInTransit: -amount, paidOut: amount }),
    case: null,
  }),
  PayoutFailed: event(
    extended(firstVersion({ payoutId: z.string(), reason: z.string(), retryAt: instant.nullable() }), said),
    {
      news: 'provider',
      evolve: ({ payoutId, retryAt, saidAt = 0 }, transaction) => ({
        ...payoutBecomes(transaction, { retryAt, failures: transaction.payout.failures + 1 }),
        ...attemptBecomes(transaction, payoutId, { state: 'failed', failedAt: saidAt }),
      }),
      moves: backToPayable,
      case: null,
    },
  ),
  PayoutRefused: event(extended(firstVersion({ payoutId: z.string(), reason: z.string() }), said), {
    news: 'provider',
    evolve: ({ payoutId, saidAt = 0 }, transaction) => ({
      ...payoutBecomes(transaction, { failures: 0 }),
      ...attemptBecomes(transaction, payoutId, { state: 'failed', failedAt: saidAt }),
    }),
    moves: backToPayable,
    // the same event asks the seller for another account
    case: reopens('payoutRefused'),
  }),
  PayoutReturned: event(firstVersion({ payoutId: z.string(), reason: z.string(), amount: cents }), {
    news: 'provider',
    evolve: ({ payoutId }, transaction) => ({
      ...payoutBecomes(transaction, { failures: 0 }),
      ...attemptBecomes(transaction, payoutId, { state: 'returned' }),
    }),
    moves: ({ amount }) => ({ paidOut: -amount, payable: amount }),
    case: reopens('payoutRefused'),
  }),
  /** A failed attempt arrived while its money was still payable, so it is the payout. `kept`: the rest that is due to the seller. */
  PayoutArrivedLate: event(
    extended(revised(firstVersion(arrival), { ...arrival, ...paidAt }, paidWhenRecorded, 'asItIs'), keptForSeller),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...arrived(data, transaction),
        ...attemptBecomes(transaction, data.payoutId, { state: 'paid', paidAt: data.paidAt }),
      }),
      moves: arrivedLate,
      case: (data, marks) => (data.kept ? opens('chargebackReversed')(data, marks) : marks),
    },
  ),
  /** A failed attempt arrived though its money was no longer payable: paid again, or back with the buyer. It is our loss. */
  PayoutOverpaid: event(revised(firstVersion(overpayment), { ...overpayment, ...paidAt }, paidWhenRecorded, 'asItIs'), {
    news: 'provider',
    evolve: ({ payoutId, amount, paidAt }, transaction) =>
      overpaidBy(amount, payoutId, transaction, { state: 'paid', paidAt }),
    moves: ({ amount }) => ({ platformLoss: amount, overpaid: amount }),
    case: opens('providerFact'),
  }),
  /** A later attempt failed, so the overpayment counts as the payout. `kept`: the rest that is due to the seller. */
  OverpaymentCounted: event(
    extended(firstVersion({ payoutId: z.string(), amount: cents, rateUntil: instant }), keptForSeller),
    {
      news: 'follows',
      evolve: (data, transaction) => ({
        ...arrived(data, transaction),
        ...overpaidBy(-data.amount, data.payoutId, transaction),
      }),
      moves: (data) => ({ ...arrivedLate(data), overpaid: -data.amount, platformLoss: -data.amount }),
      case: (data, marks) => (data.kept ? opens('chargebackReversed')(data, marks) : marks),
    },
  ),
  OverpaymentReturned: event(firstVersion({ payoutId: z.string(), amount: cents }), {
    news: 'provider',
    evolve: ({ payoutId, amount }, transaction) => overpaidBy(-amount, payoutId, transaction, { state: 'returned' }),
    moves: ({ amount }) => ({ overpaid: -amount, platformLoss: -amount }),
    case: null,
  }),
} as const;
