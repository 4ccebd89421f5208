import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import { backOff } from '#application/streams/backOff.ts';
import type { MessageData, ProviderMessage } from './messages.ts';
import { SIGNATURE_HEADER, sign } from './signature.ts';

type Row = { event_id: string; body: string; attempts: number };

type WebhookOptions = {
  db: Knex;
  clock: Clock;
  webhookUrl: () => string;
  secret: string;
  newId: () => string;
};

/** Nobody else tries a delivery for this long; after a crash it is retried. */
const LEASE_MS = 30_000;
const TIMEOUT_MS = 10_000;
const BATCH = 20;

/** Transactional outbox: webhooks are written with the change they report and retried until a 2xx response. */
export const openWebhooks = ({ db, clock, webhookUrl, secret, newId }: WebhookOptions) => {
  const controls = { held: false, twice: false, newestFirst: false };

  const write = async (transaction: Knex, type: string, data: MessageData): Promise<void> => {
    const message: ProviderMessage = { id: `evt_${newId()}`, type, createdAt: clock.now(), data };
    await transaction('simulated_provider.webhooks').insert({
      event_id: message.id,
      body: JSON.stringify(message),
      next_attempt_at: message.createdAt,
    });
  };

  const post = async (body: Buffer): Promise<void> => {
    const response = await fetch(webhookUrl(), {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(secret, clock.now(), body) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  };

  const claim = async (): Promise<Row[]> => {
    const now = clock.now();
    const { rows } = await db.raw<{ rows: (Row & { sequence: number })[] }>(
      `UPDATE simulated_provider.webhooks SET next_attempt_at = ?, attempts = attempts + 1
       WHERE sequence IN (
         SELECT sequence FROM simulated_provider.webhooks
         WHERE delivered_at IS NULL AND next_attempt_at <= ?
         ORDER BY sequence ${controls.newestFirst ? 'DESC' : ''} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING sequence, event_id, body, attempts`,
      [now + LEASE_MS, now],
    );
    return rows.sort((a, b) => (Number(a.sequence) - Number(b.sequence)) * (controls.newestFirst ? -1 : 1));
  };

  const deliver = async (row: Row): Promise<boolean> => {
    const webhook = db('simulated_provider.webhooks').where({ event_id: row.event_id });
    try {
      const body = Buffer.from(row.body);
      await post(body);
      if (controls.twice) await post(body);
      await webhook.update({ delivered_at: clock.now(), last_error: null });
      return true;
    } catch (error) {
      const next_attempt_at = clock.now() + backOff(row.attempts, { first: 1_000 });
      await webhook.update({ next_attempt_at, last_error: String(error).slice(0, 500) });
      return false;
    }
  };

  return {
    write,
    controls,
    /** Delivers due webhooks in order; returns how many arrived. Failed ones are retried later. */
    deliverDue: async (): Promise<number> => {
      let arrived = 0;
      while (!controls.held) {
        const rows = await claim();
        if (rows.length === 0) break;
        for (const row of rows) if (await deliver(row)) arrived++;
      }
      return arrived;
    },
    undelivered: async (): Promise<number> => {
      const [row] = await db('simulated_provider.webhooks').whereNull('delivered_at').count({ n: '*' });
      return Number(row?.n ?? 0);
    },
  };
};

export type Webhooks = ReturnType<typeof openWebhooks>;
