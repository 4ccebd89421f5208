import type { Knex } from 'knex';
import type { EffectKind, EffectOutcome } from '#application/ports/effects.ts';
import type { StreamName } from '#application/ports/eventStore.ts';
import type { CausedWebhook } from '#domain/audit/causes.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';

/** `firstAt`: when it was asked for; `at`: when it was last tried. Epoch ms. */
export type StoredEffect = {
  kind: EffectKind;
  ref: string;
  name: string;
  eventId: string | null;
  job: string | null;
  actor: { id: string; role: string } | null;
  outcome: EffectOutcome;
  reason: string | null;
  attempts: number;
  firstAt: number;
  at: number;
  nextAt: number | null;
  ms: number | null;
};

const MOST = 1_000;

export type EffectRow = Omit<StoredEffect, 'actor' | 'firstAt' | 'at' | 'nextAt'> & {
  actorId: string | null;
  actorRole: string | null;
  firstAt: string;
  at: string;
  nextAt: string | null;
};

export const EFFECT_COLUMNS = `kind, ref, name, event_id AS "eventId", job, actor_id AS "actorId", actor_role AS "actorRole", outcome,
  reason, attempts, first_at AS "firstAt", at, next_at AS "nextAt", ms`;

export const storedEffect = ({ actorId, actorRole, ...row }: EffectRow): StoredEffect => ({
  ...row,
  actor: actorId === null || actorRole === null ? null : { id: actorId, role: actorRole },
  firstAt: Number(row.firstAt),
  at: Number(row.at),
  nextAt: row.nextAt === null ? null : Number(row.nextAt),
});

/** The latest 1,000 of a stream, oldest first. */
export const effectsOf = async (db: Knex, stream: StreamName): Promise<StoredEffect[]> => {
  const { rows } = await db.raw<{ rows: EffectRow[] }>(
    `SELECT ${EFFECT_COLUMNS} FROM effects WHERE stream = ? ORDER BY first_at DESC, ref DESC LIMIT ?`,
    [stream, MOST],
  );
  return rows.map(storedEffect).reverse();
};

/** The provider's ids in an event or message that say what it is about. */
export const referencesIn = (data: object): string[] => {
  const { refundId, payoutId, chargebackId, sessionId, paymentId } = data as Record<string, unknown>;
  return [refundId, payoutId, chargebackId, sessionId, paymentId].filter((id) => typeof id === 'string');
};

/** The provider's messages about a transaction, oldest first. */
export const webhooksOf = async (db: Knex, transactionId: string): Promise<CausedWebhook[]> => {
  const { rows } = await db.raw<{ rows: { fact: ProviderEvent; received_at: string; outcome: string | null }[] }>(
    "SELECT fact, received_at, outcome FROM provider_events WHERE fact->>'transactionId' = ? ORDER BY sequence LIMIT ?",
    [transactionId, MOST],
  );
  return rows.map(({ fact, received_at, outcome }) => ({
    eventId: fact.eventId,
    name: fact.kind,
    at: Number(received_at),
    outcome,
    references: referencesIn(fact),
  }));
};
