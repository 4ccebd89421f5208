import { z } from 'zod';
import { currencyCode, EURO } from '../../shared/currencies.ts';
import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { opens, reopens } from '../caseMarks.ts';
import { currencyOfRefund } from '../currency.ts';
import { lessOwed } from '../evolve/owedToPayer.ts';
import { claimedBefore, earlierRefunds, foreignAfter, paidFor, withRefund } from '../evolve/payment.ts';
import { arrivedBack, failedAt } from '../evolve/refundStatements.ts';
import { isOfOwnPayment, NONE, paidByOwed } from '../movements.ts';
import { currency, instant, providerRef, refunded, saidOfRefund } from './fields.ts';
import { event } from './sheet.ts';

const failure = { refundId: z.string(), reason: z.string() };

export const duplicates = {
  /** `ours`: the payer's bank took this part at our loss before we knew of the payment, so we do not owe it. Present if the bank claims it. */
  DuplicatePaymentReceived: event(
    extended(firstVersion({ paymentId: providerRef, captured: cents, currency: z.string() }), {
      ours: cents.optional(),
    }),
    {
      news: 'provider',
      evolve: (data, transaction) => {
        const { foreign } = foreignAfter(transaction, data);
        return { foreign, ...(data.ours !== undefined && claimedBefore({ ...transaction, foreign }, data, data.ours)) };
      },
      moves: ({ captured, ours = 0 }) => ({ psp_clearing: -captured, duplicate: captured - ours, platform_loss: ours }),
      currency: ({ currency }) => currencyCode(currency),
      case: (data, marks) => (currencyCode(data.currency) === EURO ? marks : opens('providerFact')(data, marks)),
    },
  ),
  DuplicateRefundRequested: event(
    revised(
      firstVersion({ ...refunded, paymentId: providerRef }),
      { ...refunded, paymentId: providerRef, currency },
      asItWas,
      'asItIs',
    ),
    {
      news: 'routine',
      evolve: ({ refundId, paymentId, amount }, transaction) => ({
        refundCount: transaction.refundCount + 1,
        duplicates: {
          ...transaction.duplicates,
          [paymentId]: {
            refundId,
            amount,
            earlier: earlierRefunds(transaction.duplicates[paymentId]),
            attempt: (transaction.duplicates[paymentId]?.attempt ?? 0) + 1,
            state: 'requested',
            retryAt: null,
          },
        },
      }),
      moves: null,
      currency: ({ paymentId }, { foreign }) => foreign[paymentId] ?? EURO,
    },
  ),
  DuplicateRefundCompleted: event(
    extended(revised(firstVersion(refunded), { ...refunded, currency }, asItWas, 'asItIs'), saidOfRefund),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...arrivedBack(data, transaction),
        duplicates: withRefund(transaction, data.refundId, ({ amount, refundId, state }) => {
          // less may arrive than was requested
          const left = amount > data.amount ? amount - data.amount : amount;
          const another = state === 'requested' && refundId !== data.refundId && amount > data.amount;
          return another ? { amount: left } : { amount: left, state: 'done', retryAt: null };
        }),
      }),
      moves: ({ amount }) => ({ duplicate: -amount, psp_clearing: amount }),
      currency: ({ refundId }, transaction) => currencyOfRefund(transaction, refundId),
      case: null,
    },
  ),
  /** `ours`: the payer's bank has taken this part at our loss since, so we do not owe it. `attempt`: absent in earlier versions. */
  DuplicateRefundFailed: event(
    extended(
      extended(
        extended(
          revised(
            firstVersion(failure),
            { ...failure, retryAt: instant.nullable() },
            (old) => ({ ...old, retryAt: null }),
            'asItIs',
          ),
          saidOfRefund,
        ),
        { ours: cents.optional() },
      ),
      { attempt: z.int().optional() },
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...failedAt(transaction, data),
        ...paidFor(transaction, data),
        duplicates: withRefund(transaction, data.refundId, (duplicate) =>
          lessOwed({ ...duplicate, state: 'failed', retryAt: data.retryAt }, data.ours ?? 0),
        ),
      }),
      moves: ({ ours = 0, refundId }, transaction) => {
        if (ours === 0) return NONE;
        return isOfOwnPayment(transaction, refundId)
          ? { ...paidByOwed(ours), refunded: -ours, platformLoss: -ours }
          : { duplicate: -ours, platform_loss: ours };
      },
      currency: ({ refundId }, transaction) => currencyOfRefund(transaction, refundId),
      case: (data, marks) => (data.retryAt === null ? reopens('refundFailed')(data, marks) : marks),
    },
  ),
} as const;
