import type { Knex } from 'knex';
import type { Recorded } from '#application/ports/eventCodec.ts';

/**
 * One read model. Its tables live in a PostgreSQL schema of its own, `read_{name}`; a new version is built beside it in
 * `read_{name}_next` and swapped by renaming, so handlers and queries never name a version.
 */
export type Projection = {
  name: string;
  /** Raise it when tables or handlers change: the runner builds the new version beside the old one and swaps. Who keeps a folded sale adds SALE_VERSION. */
  version: number;
  /** Event types it wants; others are skipped without a statement. */
  handles: readonly Recorded['type'][];
  /** Tells people what has happened: only of what the whole stream bears out. */
  tells?: true;
  /** Columns (`table.column`) that only say in what order something came, in whatever portions: they are not held to the events. */
  ordinals?: readonly string[];
  /** Creates its tables in `schema`. */
  create(db: Knex, schema: string): Promise<void>;
  /** A batch in order, inside the transaction that also commits the checkpoint: each event counts once. Uses only the events and its own tables. */
  apply(batch: readonly Recorded[], tables: Tables): Promise<void>;
};

/** The projection's own tables, in whichever schema is being built. */
export type Tables = { schema: string; transaction: Knex.Transaction; table(name: string): Knex.QueryBuilder };

export const liveSchema = (projection: string): string => `read_${projection}`;
