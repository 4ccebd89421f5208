import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Checkout, CheckoutRequest, CheckoutStatus } from '#application/ports/payments.ts';
import type { Webhooks } from './webhooks.ts';

export type CheckoutRow = {
  id: string;
  transaction_id: string;
  amount: number;
  description: string;
  strong_authentication: boolean;
  return_url: string;
  cancel_url: string;
  expires_at: number;
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  settles: 'paid' | 'failed' | null;
};

export type Outcome = 'paid' | 'failed' | 'processing' | 'cancelled';

type Options = { db: Knex; clock: Clock; webhooks: Webhooks; newId: () => string; pageUrl: (id: string) => string };

/** Duration of a bank transfer, ms on the marketplace clock. */
export const SETTLEMENT_MS = 2 * 60_000;

export const openCheckouts = ({ db, clock, webhooks, newId, pageUrl }: Options) => {
  const checkouts = (connection: Knex) => connection<CheckoutRow>('simulated_provider.checkouts');

  /** Locks the row for the transaction; reading an overdue session expires it. */
  const lock = async (transaction: Knex.Transaction, id: string): Promise<CheckoutRow | undefined> => {
    const row = await checkouts(transaction).where({ id }).forUpdate().first();
    if (row?.state !== 'open' || Number(row.expires_at) > clock.now()) return row;
    await checkouts(transaction).where({ id }).update({ state: 'expired' });
    return { ...row, state: 'expired' };
  };

  const capture = async (transaction: Knex, row: CheckoutRow, captured = Number(row.amount), currency = 'EUR') => {
    const payment = {
      id: `pay_${newId()}`,
      checkout_id: row.id,
      transaction_id: row.transaction_id,
      captured,
      currency,
      paid_at: clock.now(),
    };
    await transaction('simulated_provider.payments').insert(payment);
    await checkouts(transaction).where({ id: row.id }).update({ state: 'paid' });
    await webhooks.write(transaction, 'checkout.paid', {
      transactionId: row.transaction_id,
      reference: payment.id,
      checkoutId: row.id,
      amount: captured,
      currency,
    });
  };

  const fail = async (transaction: Knex, row: CheckoutRow, reason: string) => {
    await checkouts(transaction).where({ id: row.id }).update({ state: 'failed' });
    const data = { transactionId: row.transaction_id, reference: row.id, reason };
    await webhooks.write(transaction, 'checkout.failed', data);
  };

  const statusOf = async (connection: Knex, row: CheckoutRow): Promise<CheckoutStatus> => {
    if (row.state !== 'paid') return { state: row.state };
    const payment = await connection('simulated_provider.payments')
      .where({ checkout_id: row.id })
      .orderBy('paid_at')
      .first();
    return { state: 'paid', paymentId: payment.id, captured: Number(payment.captured), currency: payment.currency };
  };

  return {
    open: (request: CheckoutRequest): Promise<Checkout> =>
      db.transaction(async (transaction) => {
        const idempotency_key = `${request.transactionId}:${request.attempt}:${request.amount}`;
        const id = `cs_${newId()}`;
        await transaction('simulated_provider.checkouts')
          .insert({
            id,
            idempotency_key,
            transaction_id: request.transactionId,
            attempt: request.attempt,
            amount: request.amount,
            description: request.description,
            strong_authentication: request.strongAuthentication,
            return_url: request.returnUrl,
            cancel_url: request.cancelUrl,
            expires_at: request.expiresAt,
            created_at: clock.now(),
          })
          .onConflict('idempotency_key')
          .ignore();
        const row = await transaction('simulated_provider.checkouts').where({ idempotency_key }).first();
        return { sessionId: row.id, url: pageUrl(row.id) };
      }),

    expire: (id: string): Promise<CheckoutStatus> =>
      db.transaction(async (transaction) => {
        const row = await lock(transaction, id);
        if (!row) return { state: 'expired' };
        if (row.state === 'open') {
          await checkouts(transaction).where({ id }).update({ state: 'expired' });
          return { state: 'expired' };
        }
        return statusOf(transaction, row);
      }),

    ask: (id: string): Promise<CheckoutStatus> =>
      db.transaction(async (transaction) => {
        const row = await lock(transaction, id);
        return row ? statusOf(transaction, row) : { state: 'expired' };
      }),

    find: (id: string): Promise<CheckoutRow | undefined> => db.transaction((transaction) => lock(transaction, id)),

    /** Records the payer's choice. Returns the row before it; only an open one changes. */
    choose: (id: string, outcome: Outcome, settles: 'paid' | 'failed'): Promise<CheckoutRow | undefined> =>
      db.transaction(async (transaction) => {
        const row = await lock(transaction, id);
        if (row?.state !== 'open') return row;
        if (outcome === 'paid') await capture(transaction, row);
        else if (outcome === 'failed') await fail(transaction, row, 'declined');
        else if (outcome === 'cancelled') await fail(transaction, row, 'cancelled');
        else {
          const settles_at = clock.now() + SETTLEMENT_MS;
          await transaction('simulated_provider.checkouts')
            .where({ id })
            .update({ state: 'processing', settles, settles_at });
          const data = { transactionId: row.transaction_id, reference: id };
          await webhooks.write(transaction, 'checkout.processing', data);
        }
        return row;
      }),

    /** Ends due bank transfers. */
    settleDue: (): Promise<void> =>
      db.transaction(async (transaction) => {
        const rows = await checkouts(transaction)
          .where({ state: 'processing' })
          .andWhere('settles_at' as never, '<=', clock.now())
          .forUpdate()
          .skipLocked();
        for (const row of rows) {
          if (row.settles === 'failed') await fail(transaction, row, 'the bank transfer bounced');
          else await capture(transaction, row);
        }
      }),

    /** For tests: captures again, or a wrong amount, as no provider should. */
    captureAnyway: (id: string, captured: number, currency = 'EUR'): Promise<void> =>
      db.transaction(async (transaction) => {
        const row = await checkouts(transaction).where({ id }).forUpdate().first();
        if (row) await capture(transaction, row, captured, currency);
      }),
  };
};

export type Checkouts = ReturnType<typeof openCheckouts>;
