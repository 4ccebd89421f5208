import type { Migration } from '../../postgres/migrate.ts';

/** Jobs, calls, e-mails and refusals, each with its cause. Instants in epoch ms. */
export const effectMigrations: Migration[] = [
  {
    name: 'effects_1',
    up: (db) =>
      db.raw(`
        CREATE TABLE effects (
          kind text NOT NULL,
          ref text NOT NULL,
          name text NOT NULL,
          stream text,
          event_id text,
          correlation_id text,
          job text,
          actor_id text,
          actor_role text,
          outcome text NOT NULL,
          reason text,
          attempts int NOT NULL,
          first_at bigint NOT NULL,
          at bigint NOT NULL,
          next_at bigint,
          ms int,
          PRIMARY KEY (kind, ref)
        );
        CREATE INDEX ON effects (stream, first_at);
        CREATE INDEX ON effects (at);
        CREATE INDEX ON provider_events ((fact->>'transactionId'))
      `),
  },
  {
    name: 'effects_2',
    up: (db) =>
      db.raw(`
        CREATE INDEX effects_pending ON effects (first_at) WHERE kind <> 'refusal' AND outcome IN ('waiting', 'failed', 'dead');
        CREATE INDEX effects_refused ON effects (at) WHERE kind = 'refusal'
      `),
  },
];
