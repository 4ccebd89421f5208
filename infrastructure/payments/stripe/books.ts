import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Cents } from '#domain/shared/money.ts';
import { callStripe } from './calls.ts';

/** Gross amounts of transactions, without Stripe fees and payouts to the platform's own bank. */
const OF_TRANSACTIONS: ReadonlySet<string> = new Set([
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'payment_reversal',
  'adjustment',
  'transfer',
  'transfer_refund',
  'transfer_cancel',
  'transfer_failure',
]);

const OPEN: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

/** The sum of all incoming and outgoing money of transactions in EUR, continued from the last reading. */
export const openBooks = ({ stripe, db }: { stripe: Stripe; db: Knex }) => ({
  total: (): Promise<Cents> =>
    db.transaction(async (transaction) => {
      const kept = await transaction('stripe.books').forUpdate().first();
      const seen = new Set<string>(kept.seen);
      let [until, total] = [Number(kept.read_until), Number(kept.total)];
      let atEnd: string[] = kept.seen;
      const movements = await callStripe(async () => {
        const found: Stripe.BalanceTransaction[] = [];
        for await (const movement of stripe.balanceTransactions.list({ created: { gte: until }, limit: 100 }))
          found.push(movement);
        return found;
      });
      for (const { id, created, type, amount, currency } of movements) {
        if (seen.has(id)) continue;
        if (OF_TRANSACTIONS.has(type) && currency === 'eur') total += amount;
        if (created > until) [until, atEnd] = [created, []];
        if (created === until) atEnd = [...atEnd, id];
      }
      await transaction('stripe.books').update({ read_until: until, seen: atEnd, total });
      return total;
    }),

  /** Withdrawn by open chargebacks; ours until they are decided. */
  inDispute: (): Promise<Cents> =>
    callStripe(async () => {
      let sum = 0;
      for await (const { status, amount, currency, balance_transactions } of stripe.disputes.list({ limit: 100 }))
        if (currency === 'eur' && OPEN.has(status) && balance_transactions.length > 0) sum += amount;
      return sum;
    }),
});
