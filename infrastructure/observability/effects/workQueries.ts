import type { Knex } from 'knex';
import type { StreamName } from '#application/ports/eventStore.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { EFFECT_COLUMNS, type EffectRow, type StoredEffect, storedEffect } from './queries.ts';

/** `label`: the short id and title of its sale. `buyerId`, `sellerId`: of that sale. */
export type PlacedEffect = StoredEffect & {
  stream: StreamName | null;
  label: string | null;
  buyerId: AccountId | null;
  sellerId: AccountId | null;
};

/** The histories that a reader may not see: some categories, and some single ones. */
export type ClosedWork = { categories: readonly string[]; streams: readonly StreamName[] };

/** `kind`, `name`: only these. */
export type WorkAsked = {
  kind?: string | undefined;
  name?: string | undefined;
  closed: ClosedWork;
  page: number;
  limit: number;
};

type KindCount = { kind: string; name: string; count: number };
type Found = { rows: PlacedEffect[]; kinds: KindCount[]; totalCount: number };

type Row = EffectRow & Pick<PlacedEffect, 'stream' | 'label' | 'buyerId' | 'sellerId'>;

/** The partial indexes of `effects_2` have the same conditions. */
const PENDING = `kind <> 'refusal' AND outcome IN ('waiting', 'failed', 'dead')`;
const REFUSED = `kind = 'refusal'`;

const VISIBLE = `(stream IS NULL OR (split_part(stream, '-', 1) <> ALL(CAST(:categories AS text[])) AND stream <> ALL(CAST(:streams AS text[]))))`;

const effectsIn = async (db: Knex, which: string, order: string, asked: WorkAsked): Promise<Found> => {
  const { kind, name, closed, page, limit } = asked;
  const closedTo = { categories: [...closed.categories], streams: [...closed.streams] };
  const { rows: kinds } = await db.raw<{ rows: KindCount[] }>(
    `SELECT kind, name, count(*)::int AS count FROM effects WHERE ${which} AND ${VISIBLE}
      GROUP BY kind, name ORDER BY count DESC, kind, name`,
    closedTo,
  );
  const isAsked = (one: KindCount) => (!kind || one.kind === kind) && (!name || one.name === name);
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${EFFECT_COLUMNS}, e.stream, h.label, h.buyer_id AS "buyerId", h.seller_id AS "sellerId"
       FROM (SELECT * FROM effects WHERE ${which} AND ${VISIBLE}
                AND (CAST(:kind AS text) IS NULL OR kind = :kind) AND (CAST(:name AS text) IS NULL OR name = :name)
              ORDER BY ${order} LIMIT :limit OFFSET :offset) e
       LEFT JOIN read_events.histories h ON h.stream = replace(e.stream, 'case-', 'transaction-') COLLATE "C"
      ORDER BY ${order}`,
    { ...closedTo, kind: kind ?? null, name: name ?? null, limit, offset: (page - 1) * limit },
  );
  return {
    rows: rows.map(({ stream, label, buyerId, sellerId, ...row }) => ({
      ...storedEffect(row),
      stream,
      label,
      buyerId,
      sellerId,
    })),
    kinds,
    totalCount: kinds.filter(isAsked).reduce((sum, { count }) => sum + count, 0),
  };
};

/** Waiting, failed and dead work of all histories: what failed first, then what waits longest. */
export const pendingWork = (db: Knex, asked: WorkAsked): Promise<Found> =>
  effectsIn(db, PENDING, `(outcome = 'waiting'), first_at, ref`, asked);

/** Refused commands of all histories, newest first. */
export const refusedCommands = (db: Knex, asked: WorkAsked): Promise<Found> =>
  effectsIn(db, REFUSED, 'at DESC, ref', asked);
