import type { Knex } from 'knex';
import type { Recorded } from '#application/ports/eventCodec.ts';

/**
 * One read model. Its tables are in the PostgreSQL schema `read_{name}`. A new version is built in `read_{name}_next`
 * and swapped in by renaming, so handlers and queries never name a version.
 */
export type Projection = {
  name: string;
  /** Raise it when tables or handlers change. A model that stores the state of a transaction adds TRANSACTION_VERSION. */
  version: number;
  /** Other event types cost no statement. */
  handles: readonly Recorded['type'][];
  /** It notifies people, so it waits until the whole stream has been verified. */
  tells?: true;
  /** Columns (`table.column`) whose values depend on the batches, so `verify` does not compare them. */
  ordinals?: readonly string[];
  /** Creates its tables in `schema`. */
  create(db: Knex, schema: string): Promise<void>;
  /** Runs in the transaction that commits the checkpoint, so each event counts once. Uses only the events and its own tables. */
  apply(batch: readonly Recorded[], tables: Tables): Promise<void>;
};

/** The projection's own tables, in the live schema or the one being built. */
export type Tables = { schema: string; transaction: Knex.Transaction; table(name: string): Knex.QueryBuilder };

export const liveSchema = (projection: string): string => `read_${projection}`;
