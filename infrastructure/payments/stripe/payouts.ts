import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { PayoutRequest } from '#application/ports/payments.ts';
import type { Accounts } from './accounts.ts';
import { callStripe, known } from './calls.ts';
import type { Keys } from './keys.ts';

type Options = { stripe: Stripe; db: Knex; keys: Keys; accounts: Accounts };
type Row = {
  payout_id: string;
  account_id: string;
  transfer_id: string;
  amount: number;
  stripe_id: string | null;
  recalled: boolean;
  created_at: number;
};

type PayoutState = 'pending' | 'paid' | 'failed';

export const stateOf = ({ status }: Pick<Stripe.Payout, 'status'>): PayoutState => {
  if (status === 'paid') return 'paid';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
};

/**
 * Two steps with a key each: to the seller's connected account, then to their bank. Money that does not arrive
 * returns to the connected account and is recalled before a new attempt.
 */
export const openPayouts = ({ stripe, db, keys, accounts }: Options) => {
  const rows = () => db<Row & { arrived: boolean }>('stripe.payouts');

  /** Keys expire after a day; the transfer group still finds the transfer. */
  const findTransfer = async (saleId: string, payoutId: string): Promise<Stripe.Transfer | undefined> => {
    for await (const transfer of stripe.transfers.list({ transfer_group: saleId, limit: 100 }))
      if (transfer.metadata.payoutId === payoutId) return transfer;
    return undefined;
  };

  const findPayout = async ({ account_id: stripeAccount, payout_id: payoutId, created_at }: Row) => {
    const created = { gte: Math.floor(Number(created_at) / 1_000) };
    for await (const payout of stripe.payouts.list({ created, limit: 100 }, { stripeAccount }))
      if (payout.metadata?.payoutId === payoutId) return payout;
    return undefined;
  };

  const transfer = async ({ payoutId, transactionId, amount, destination }: PayoutRequest): Promise<Row> => {
    const existing = await rows().where({ payout_id: payoutId }).first();
    if (existing) return existing;
    const account = await accounts.obtain(destination);
    const find = () => findTransfer(transactionId, payoutId);
    const moving = {
      amount,
      currency: 'eur',
      destination: account,
      transfer_group: transactionId,
      metadata: { payoutId, transactionId },
    };
    const make = (idempotencyKey: string) => stripe.transfers.create(moving, { idempotencyKey });
    const moved = (await find()) ?? (await keys.once(`transfer-${payoutId}`, { find, make }));
    const to = typeof moved.destination === 'string' ? moved.destination : (moved.destination?.id ?? account);
    const row = {
      payout_id: payoutId,
      account_id: to,
      transfer_id: moved.id,
      amount,
      created_at: moved.created * 1_000,
    };
    await rows().insert(row).onConflict('payout_id').ignore();
    return { ...row, stripe_id: null, recalled: false };
  };

  const send = async (row: Row, transactionId: string): Promise<void> => {
    const { payout_id: payoutId, account_id: stripeAccount } = row;
    const amount = Number(row.amount);
    const find = () => findPayout(row);
    const sending = { amount, currency: 'eur', method: 'standard', metadata: { payoutId, transactionId } } as const;
    const make = (idempotencyKey: string) => stripe.payouts.create(sending, { stripeAccount, idempotencyKey });
    const payout = (await find()) ?? (await keys.once(`payout-${payoutId}`, { find, make }));
    await rows().where({ payout_id: payoutId }).update({ stripe_id: payout.id });
  };

  const recall = async (row: Row): Promise<void> => {
    const id = row.transfer_id;
    const find = async () => {
      const transfer = await stripe.transfers.retrieve(id);
      return transfer.reversed ? transfer : undefined;
    };
    const make = (idempotencyKey: string) =>
      stripe.transfers.createReversal(id, { amount: Number(row.amount) }, { idempotencyKey });
    if (!(await find())) await keys.once<unknown>(`recall-${row.payout_id}`, { find, make });
    await rows().where({ payout_id: row.payout_id }).update({ recalled: true });
  };

  const ask = async (payoutId: string): Promise<PayoutState | undefined> => {
    const row = await rows().where({ payout_id: payoutId }).first();
    if (!row?.stripe_id) return undefined;
    const { stripe_id: id, account_id: stripeAccount } = row;
    const payout = await known(() => stripe.payouts.retrieve(id, {}, { stripeAccount }));
    return payout && stateOf(payout);
  };

  return {
    payOut: (request: PayoutRequest): Promise<void> =>
      callStripe(async () => {
        const row = await transfer(request);
        if (row.stripe_id === null && !row.recalled) await send(row, request.transactionId);
      }),

    /** Recalls money that did not arrive; no-op while under way or after arrival. */
    recall: async (payoutId: string): Promise<void> => {
      const row = await rows().where({ payout_id: payoutId, recalled: false }).first();
      if (!row) return;
      const payout = await callStripe(() => findPayout(row));
      if (!payout || stateOf(payout) === 'failed') await callStripe(() => recall(row));
    },

    ask,

    /** A payout can bounce days after arrival; the money is ours again. */
    cameBack: async (stripeId: string): Promise<void> => {
      await rows().where({ stripe_id: stripeId }).update({ arrived: false });
    },

    /** Cents sent but not arrived yet. */
    underWay: async (): Promise<number> => {
      let sum = 0;
      for (const { payout_id, amount } of await rows().where({ arrived: false, recalled: false }))
        if ((await ask(payout_id)) === 'paid') await rows().where({ payout_id }).update({ arrived: true });
        else sum += Number(amount);
      return sum;
    },
  };
};

export type Payouts = ReturnType<typeof openPayouts>;
