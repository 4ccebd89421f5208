import { z } from 'zod';
import { EURO } from '../../shared/currencies.ts';
import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { closes, opens, reopens } from '../caseMarks.ts';
import { paymentOfRefund } from '../claims.ts';
import { currencyOfPayment, currencyOfRefund } from '../currency.ts';
import { holdsNothing } from '../evolve/chargebacks.ts';
import { escrowOver } from '../evolve/escrowPeriod.ts';
import { hadTwice } from '../evolve/outsideSettlements.ts';
import { lessToReturn } from '../evolve/payment.ts';
import { arrivedBack, failedAt } from '../evolve/refundStatements.ts';
import { cameBack, leftToArrive, refundBecomes, refundDone } from '../evolve/refunds.ts';
import { arrivedBeyond, NONE } from '../movements.ts';
import { heldMoney, lostToPayer, type Transaction } from '../state.ts';
import { currency, instant, providerRef, refunded, said, saidOfRefund, twice } from './fields.ts';
import { event } from './sheet.ts';

/** The bank's part of a decided refund counts as refunded; if the bank returns it, the payer still gets it. */
const takenWhileDeferred = ({ chargedBack, deferred }: Transaction): number =>
  deferred ? Math.max(0, chargedBack - deferred.chargedBack) : 0;

const refundAsked = { refundId: z.string(), amount: cents, toSeller: cents, fee: cents, watchUntil: instant };
const refundedByHand = { ...refunded, paymentId: providerRef.nullable(), ours: cents };

export const refunds = {
  RefundRequested: event(revised(firstVersion(refundAsked), { ...refundAsked, currency }, asItWas, 'asItIs'), {
    news: 'follows',
    evolve: ({ refundId, amount, toSeller, fee, watchUntil }, transaction) => ({
      ...escrowOver,
      refundCount: transaction.refundCount + 1,
      refund: {
        id: refundId,
        amount,
        toSeller,
        fee,
        whole: amount === heldMoney(transaction),
        due: amount + Math.max(0, transaction.refunded - lostToPayer(transaction)) + takenWhileDeferred(transaction),
        attempt: 1,
        state: 'requested',
        watchUntil,
        retryAt: null,
        silent: false,
      },
    }),
    moves: ({ amount }) => ({ inEscrow: -amount, refundInTransit: amount }),
    currency: null,
    payment: 'refund_pending',
  }),
  RefundFailed: event(
    extended(
      firstVersion({ refundId: z.string(), reason: z.string(), attempt: z.int(), retryAt: instant.nullable() }),
      saidOfRefund,
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...refundBecomes(transaction, {
          state: 'failed',
          watchUntil: null,
          retryAt: data.retryAt,
          silent: data.saidAt === undefined,
        }),
        ...failedAt(transaction, data),
      }),
      case: null,
    },
  ),
  RefundRetried: event(firstVersion({ refundId: z.string(), attempt: z.int(), watchUntil: instant }), {
    news: 'routine',
    evolve: ({ refundId, attempt, watchUntil }, transaction) => ({
      ...refundBecomes(transaction, {
        id: refundId,
        state: 'requested',
        attempt,
        watchUntil,
        retryAt: null,
        silent: false,
      }),
      refundCount: transaction.refundCount + (refundId === transaction.refund?.id ? 0 : 1),
    }),
  }),
  RefundCompleted: event(
    extended(revised(firstVersion(refunded), { ...refunded, currency }, asItWas, 'asItIs'), saidOfRefund),
    {
      news: 'provider',
      evolve: (data, transaction) => ({ ...refundDone(data, transaction), ...holdsNothing(transaction) }),
      moves: ({ amount }, { refund }) => {
        // the seller gets nothing, so the marketplace earns the fee it kept
        const fee = refund?.fee ?? 0;
        return { refundInTransit: -amount, refunded: amount, inEscrow: -fee, feeTaken: fee };
      },
      currency: null,
      case: closes('paymentMismatch'),
      payment: 'refunded',
    },
  ),
  PartialRefundCompleted: event(extended(firstVersion({ refundId: z.string(), amount: cents }), saidOfRefund), {
    news: 'provider',
    evolve: refundDone,
    moves: ({ amount }) => ({ refundInTransit: -amount, refunded: amount }),
    case: null,
    payment: 'partially_refunded',
  }),
  /** The refund arrived after its money went elsewhere, or with another sum than requested. `ours`: the part at our loss. */
  RefundArrivedLate: event(
    extended(
      extended(
        revised(firstVersion({ ...refunded, ours: cents }), { ...refunded, ours: cents, currency }, asItWas, 'asItIs'),
        saidOfRefund,
      ),
      twice,
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...arrivedBack(data, transaction),
        ...leftToArrive(transaction, data),
        ...(data.twice !== undefined &&
          hadTwice(transaction, paymentOfRefund(transaction, data.refundId) ?? '', data.twice)),
      }),
      moves: (data, _, ofOtherMoney) =>
        ofOtherMoney ? { psp_clearing: data.amount, platform_loss: -data.amount } : arrivedBeyond(data),
      currency: ({ refundId }, transaction) => currencyOfRefund(transaction, refundId),
      case: opens('providerFact'),
    },
  ),
  /** Somebody refunded at the provider, without us. It comes from a duplicate payment, or is our loss (`ours`) until held money covers it. */
  RefundMadeByHand: event(
    extended(
      extended(
        extended(revised(firstVersion(refundedByHand), { ...refundedByHand, currency }, asItWas, 'asItIs'), said),
        /** The refund belongs to `paymentId` even if we hear of it first. Earlier versions lack this: theirs belong to this transaction. */
        { byPayment: z.literal(true).optional() },
      ),
      /** The part of `ours` that staff paid outside the provider too; held money does not cover it. */
      twice,
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...arrivedBack(data, transaction),
        ...lessToReturn(transaction, data),
        ...(data.twice !== undefined && hadTwice(transaction, transaction.paymentId ?? '', data.twice)),
      }),
      moves: ({ amount, ours, twice = 0 }, _, ofOtherMoney) => {
        const fromDuplicate = amount - ours;
        if (ofOtherMoney) return { duplicate: -fromDuplicate, psp_clearing: amount, platform_loss: -ours };
        return {
          duplicate: -fromDuplicate,
          psp_clearing: fromDuplicate,
          refunded: ours - twice,
          platformLoss: ours,
          ...(twice > 0 && { refundedTwice: twice }),
        };
      },
      currency: ({ paymentId, currency = null }, transaction) => currencyOfPayment(transaction, paymentId) ?? currency,
      case: opens('providerFact'),
    },
  ),
  /**
   * The payer's bank sent an arrived refund back to us; the money is still the payer's. `paymentId`: the payment it refunds. `ours`: the
   * part that the payer already has at our loss, so we do not owe it. `ofSale`: the part of `ours` lost with the first payment.
   */
  RefundCameBack: event(
    extended(
      extended(
        extended(
          extended(firstVersion({ ...refunded, paymentId: providerRef, reason: z.string(), currency }), saidOfRefund),
          {
            ours: cents.optional(),
          },
        ),
        twice,
      ),
      { ofSale: cents.optional() },
    ),
    {
      news: 'provider',
      evolve: cameBack,
      moves: ({ amount, ours = 0, twice = 0, ofSale }, transaction, ofOtherMoney) => {
        const owed = amount - ours - twice;
        // absent in earlier versions: the loss of this transaction comes first, then that of other payments
        const ofTransaction = ofOtherMoney ? 0 : (ofSale ?? Math.min(ours, lostToPayer(transaction)));
        const refunds = ofTransaction === 0 ? NONE : { refunded: -ofTransaction };
        const balances = { ...refunds, ...(twice > 0 && { refundedTwice: -twice }) };
        const made = ofTransaction + twice;
        const others = { psp_clearing: made - amount, duplicate: owed, platform_loss: ours - ofTransaction };
        return { ...others, ...balances, ...(made > 0 && { platformLoss: -made }) };
      },
      currency: ({ paymentId }, { foreign }) => foreign[paymentId] ?? EURO,
      case: (data, marks) => {
        const failed = reopens('refundFailed')(data, marks);
        return data.ours ? opens('providerFact')(data, failed) : failed;
      },
    },
  ),
} as const;
