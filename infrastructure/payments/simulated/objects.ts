import type { Knex } from 'knex';
import type { ObjectPage, ObjectQuery, ProviderObject } from '#application/ports/payments.ts';

const PAGE = 100;

type Row = Omit<ProviderObject, 'amount' | 'createdAt' | 'state'> & {
  amount: string;
  created_at: string;
  state: string;
};

const LISTS: Readonly<Record<ObjectQuery['kind'], string | undefined>> = {
  payment: `SELECT id, id AS reference, transaction_id, captured AS amount, currency, 'done' AS state, paid_at AS created_at, NULL AS payment_id
              FROM simulated_provider.payments`,
  refund: `SELECT r.id, r.id AS reference, r.transaction_id, r.amount, p.currency, r.state, r.created_at, r.payment_id
             FROM simulated_provider.refunds r JOIN simulated_provider.payments p ON p.id = r.payment_id`,
  chargeback: `SELECT id, id AS reference, transaction_id, amount, currency, state, created_at, payment_id
                 FROM simulated_provider.chargebacks`,
  // payouts go to the bank in one step
  transfer: undefined,
  payout: `SELECT id, id AS reference, transaction_id, amount, 'EUR' AS currency, state, created_at, NULL AS payment_id
             FROM simulated_provider.payouts`,
};

const STATES: Readonly<Record<string, ProviderObject['state']>> = {
  opened: 'open',
  paid: 'done',
  returning: 'done',
  returned: 'failed',
};

/** Oldest first, so objects created during the listing come last. */
export const listObjects = async (db: Knex, { kind, from, after }: ObjectQuery): Promise<ObjectPage> => {
  const list = LISTS[kind];
  if (!list) return { objects: [], next: null };
  const [createdAt, id] = after === null ? [from, ''] : (JSON.parse(after) as [number, string]);
  const { rows } = await db.raw<{ rows: (Row & { transaction_id: string; payment_id: string | null })[] }>(
    `SELECT * FROM (${list}) o WHERE (created_at, id) > (:createdAt, :id) ORDER BY created_at, id LIMIT ${PAGE}`,
    { createdAt, id },
  );
  const objects = rows.map(
    (row): ProviderObject => ({
      kind,
      id: row.id,
      reference: row.reference,
      saleId: row.transaction_id,
      ...(row.payment_id !== null && { paymentId: row.payment_id }),
      amount: Number(row.amount),
      currency: row.currency.toUpperCase(),
      state: STATES[row.state] ?? (row.state as ProviderObject['state']),
      createdAt: Number(row.created_at),
    }),
  );
  const last = objects.at(-1);
  return { objects, next: last && objects.length === PAGE ? JSON.stringify([last.createdAt, last.id]) : null };
};
