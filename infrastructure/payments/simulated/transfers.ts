import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import {
  type ChargebackState,
  type EvidenceDocument,
  type EvidenceSubmission,
  type PayoutRequest,
  ProviderRefused,
  type RefundRequest,
  type RefundStanding,
} from '#application/ports/payments.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import { charactersOf } from '#domain/transactions/evidencePack.ts';
import { behaviourOf } from './bankAccounts.ts';
import type { Webhooks } from './webhooks.ts';

type Options = { db: Knex; clock: Clock; webhooks: Webhooks; newId: () => string };

/** Duration of transfers, ms on the marketplace clock. */
const REFUND_MS = 2_000;
const PAYOUT_MS = 3_000;
const RETURN_MS = 1_000;

const REFUNDS_IN_EUROS =
  "simulated_provider.refunds r JOIN simulated_provider.payments p ON p.id = r.payment_id WHERE p.currency = 'EUR'";

/** The bank's time for evidence. */
const EVIDENCE_MS = 7 * DAY;

/** Like Stripe, for all documents of a chargeback together. */
const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
const STARTS = { 'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]), 'application/pdf': Buffer.from('%PDF-') };
/** Whether the content is what its type says. */
const isTaken = ({ content, type }: EvidenceDocument): boolean =>
  content.subarray(0, STARTS[type].length).equals(STARTS[type]);

/** Chargebacks of earlier releases have neither. */
const askedIn = ({ reason, respond_by }: { reason: string | null; respond_by: number | string | null }) => ({
  ...(reason !== null && { reason }),
  ...(respond_by !== null && { respondBy: Number(respond_by) }),
});

/** Refunds, payouts and chargebacks. Calls answer at once; a webhook reports the outcome. */
export const openTransfers = ({ db, clock, webhooks, newId }: Options) => {
  const controls = { refundsToFail: 0 };

  /**
   * Cents of EUR: captured minus paid out, refunded and charged back. Failed payouts count as gone until they return.
   */
  const balance = async (connection: Knex = db): Promise<Cents> => {
    const { rows } = await connection.raw(`
      SELECT (SELECT coalesce(sum(captured), 0) FROM simulated_provider.payments WHERE currency = 'EUR')
           - (SELECT coalesce(sum(r.amount), 0) FROM ${REFUNDS_IN_EUROS} AND r.state = 'done')
           - (SELECT coalesce(sum(amount), 0) FROM simulated_provider.payouts WHERE state IN ('paid', 'returning'))
           - (SELECT coalesce(sum(amount), 0) FROM simulated_provider.chargebacks WHERE state = 'lost' AND currency = 'EUR') AS balance`);
    return Number(rows[0].balance);
  };

  /** Cents reserved for refunds and payouts under way. */
  const promised = async (): Promise<Cents> => {
    const { rows } = await db.raw(`
      SELECT (SELECT coalesce(sum(r.amount), 0) FROM ${REFUNDS_IN_EUROS} AND r.state = 'pending')
           + (SELECT coalesce(sum(amount), 0) FROM simulated_provider.payouts WHERE state = 'pending') AS promised`);
    return Number(rows[0].promised);
  };

  const settleRefunds = (): Promise<void> =>
    db.transaction(async (transaction) => {
      const rows = await transaction('simulated_provider.refunds')
        .where({ state: 'pending' })
        .andWhere('due_at', '<=', clock.now())
        .forUpdate()
        .skipLocked();
      for (const { id, transaction_id, amount, outcome, reason } of rows) {
        await transaction('simulated_provider.refunds').where({ id }).update({ state: outcome });
        const data = { transactionId: transaction_id, reference: id, amount: Number(amount), reason: reason ?? '' };
        await webhooks.write(transaction, outcome === 'done' ? 'refund.succeeded' : 'refund.failed', data);
      }
    });

  const settlePayouts = (): Promise<void> =>
    db.transaction(async (transaction) => {
      const due = await transaction('simulated_provider.payouts')
        .whereIn('state', ['pending', 'returning'])
        .andWhere('due_at', '<=', clock.now())
        .forUpdate()
        .skipLocked();
      for (const { id, transaction_id, amount, state, outcome, reason } of due) {
        const row = transaction('simulated_provider.payouts').where({ id });
        const data = { transactionId: transaction_id, reference: id, amount: Number(amount), reason: reason ?? '' };
        const short = state === 'pending' && (await balance(transaction)) < Number(amount);
        if (state === 'returning') {
          await row.update({ state: 'returned' });
          await webhooks.write(transaction, 'payout.returned', data);
        } else if (short || outcome === 'failed' || outcome === 'refused') {
          await row.update({ state: 'failed' });
          const accountAtFault = !short && outcome === 'refused';
          const why = short ? 'the balance is not enough' : data.reason;
          await webhooks.write(transaction, 'payout.failed', { ...data, reason: why, accountAtFault });
        } else {
          const later = outcome === 'returned';
          await row.update(later ? { state: 'returning', due_at: clock.now() + RETURN_MS } : { state: 'paid' });
          await webhooks.write(transaction, 'payout.paid', data);
        }
      }
    });

  return {
    controls,
    balance,
    promised,

    refund: ({ refundId, attempt, paymentId, amount }: RefundRequest): Promise<void> =>
      db.transaction(async (transaction) => {
        const payment = await transaction('simulated_provider.payments').where({ id: paymentId }).forUpdate().first();
        if (!payment) throw new Error(`no payment ${paymentId}`);
        const known = await transaction('simulated_provider.refunds').where({ id: refundId }).forUpdate().first();
        if (known && (known.state !== 'failed' || known.attempt >= attempt)) return;
        const [others] = await transaction('simulated_provider.refunds')
          .where({ payment_id: paymentId })
          .whereNot({ state: 'failed' })
          .sum({ amount: 'amount' });
        const tooMuch = Number(others?.amount ?? 0) + amount > Number(payment.captured);
        const failing = tooMuch || controls.refundsToFail > 0;
        if (failing && !tooMuch) controls.refundsToFail--;
        const reason = tooMuch ? 'more than was captured' : 'the card was closed';
        await transaction('simulated_provider.refunds')
          .insert({
            id: refundId,
            payment_id: paymentId,
            transaction_id: payment.transaction_id,
            amount,
            attempt,
            state: 'pending',
            outcome: failing ? 'failed' : 'done',
            reason: failing ? reason : null,
            due_at: clock.now() + REFUND_MS,
            created_at: clock.now(),
          })
          .onConflict('id')
          .merge();
      }),

    payOut: async ({ payoutId, transactionId, amount, destination }: PayoutRequest): Promise<void> => {
      const { payout, reason } = behaviourOf(destination);
      await db('simulated_provider.payouts')
        .insert({
          id: payoutId,
          transaction_id: transactionId,
          amount,
          destination_ends: destination.iban.slice(-4),
          outcome: payout,
          reason: reason ?? null,
          due_at: clock.now() + PAYOUT_MS,
          created_at: clock.now(),
        })
        .onConflict('id')
        .ignore();
    },

    refundAt: async (id: string): Promise<RefundStanding | undefined> => {
      const row = await db('simulated_provider.refunds').where({ id }).first();
      return row && { id, state: row.state, amount: Number(row.amount) };
    },

    stateOfPayout: async (id: string): Promise<'pending' | 'paid' | 'failed' | undefined> => {
      const row = await db('simulated_provider.payouts').where({ id }).first();
      return row?.state === 'returning' || row?.state === 'returned' ? 'paid' : row?.state;
    },

    chargebackAt: async (id: string): Promise<ChargebackState | undefined> => {
      const row = await db('simulated_provider.chargebacks').where({ id }).first();
      if (!row) return undefined;
      const amount = Number(row.amount);
      return row.state === 'opened' ? { state: 'open', amount, ...askedIn(row) } : { state: row.state, amount };
    },

    submitEvidence: ({ chargebackId, attempt, pack, documents }: EvidenceSubmission): Promise<void> =>
      db.transaction(async (transaction) => {
        const bytes = documents.reduce((sum, { content }) => sum + content.length, 0);
        if (!documents.every(isTaken)) throw new ProviderRefused('invalid_file_type');
        if (bytes > MAX_DOCUMENT_BYTES) throw new ProviderRefused('files_too_large');
        const about = transaction('simulated_provider.chargebacks').where({ id: chargebackId });
        const row = await about.clone().forUpdate().first();
        if (row?.evidence_attempt === attempt) return;
        if (row?.state !== 'opened') throw new ProviderRefused('chargeback_closed');
        if (row.evidence_attempt !== null) throw new ProviderRefused('evidence_already_submitted');
        if (row.respond_by !== null && clock.now() > Number(row.respond_by)) throw new ProviderRefused('past_due');
        await about.update({
          evidence_attempt: attempt,
          evidence_characters: charactersOf(pack),
          evidence_bytes: bytes,
        });
      }),

    /** For tests: opens, wins or loses a chargeback. Returns its id. */
    chargeback: (
      transactionId: string,
      amount: Cents,
      state: 'opened' | 'won' | 'lost',
      id = `cb_${newId()}`,
      currency = 'EUR',
      paymentId?: string,
    ) =>
      db.transaction(async (transaction) => {
        const asked = { reason: 'product_not_received', respond_by: clock.now() + EVIDENCE_MS };
        await transaction('simulated_provider.chargebacks')
          .insert({
            id,
            transaction_id: transactionId,
            payment_id: paymentId ?? null,
            amount,
            currency,
            state,
            ...asked,
            created_at: clock.now(),
          })
          .onConflict('id')
          .merge(['amount', 'state']);
        await webhooks.write(transaction, `chargeback.${state}`, {
          transactionId,
          reference: id,
          amount,
          currency,
          ...(paymentId !== undefined && { paymentId }),
          ...(state === 'opened' && askedIn(asked)),
        });
        return id;
      }),

    settleRefunds,
    settlePayouts,
  };
};
