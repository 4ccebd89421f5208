import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { FACETS } from './facets.ts';
import { type Offer, type OfferIndex, openOfferIndex } from './listingIndex.ts';

/** Rows per step, few enough not to delay other requests. */
const STEP = 500;
/** With fewer changes, the tables are as fast. */
const WORTHWHILE = 1_000;
const UNDEFINED_TABLE = '42P01';
const RETRY_AFTER_MS = 10_000;
/** A changed listing leaves a dead document; beyond this many, the index is loaded again. */
const TOLERATED_DEAD = 50_000;

const FOUND_BY = `l.id, ${FACETS.map((facet) => `l.${facet}`).join(', ')}, l.price, l.domestic, l.continental, l.international, l.posted_at, l.status, l.title, l.words`;

/** The index up to change `number`, from the tables of this generation. */
export type LoadedIndex = { index: OfferIndex; generation: number; number: number };
/** The generation of the live tables, and the number of their last change. */
export const HEAD = `SELECT tableoid::bigint AS generation, number AS last
                       FROM read_listings.changes ORDER BY number DESC LIMIT 1`;

type Change = Offer & { generation: number; last: number; number: number | null };

export type Offers = {
  /** The index as last updated; a copy, to be compared with the tables afterwards. */
  known(): LoadedIndex | undefined;
  /** The index, up to date with the tables; undefined while it loads or if it is not worthwhile. */
  current(): Promise<OfferIndex | undefined>;
  /** Whether the index is still loading. */
  reading(): boolean;
  /** Loads the index now, if it is worthwhile. */
  load(): Promise<void>;
};

/**
 * Keeps the search index of this process, about 150 MB per million listings. Each use first applies the changes in the tables,
 * so it needs no messages and never answers with less than the tables hold.
 */
export const followOffers = (db: Knex, { worthwhile = WORTHWHILE }: { worthwhile?: number } = {}): Offers => {
  let loaded: LoadedIndex | undefined;
  let loading: Promise<void> | undefined;
  let awaited = false;
  let failedAt = Number.NEGATIVE_INFINITY;

  const changesAfter = async (number: number): Promise<Change[]> => {
    const answer = db.raw<{ rows: Change[] }>(
      `SELECT head.generation, head.last, changed.*
         FROM (${HEAD}) head
         LEFT JOIN LATERAL (SELECT c.number, ${FOUND_BY}
                              FROM read_listings.changes c JOIN read_listings.listings l ON l.id = c.listing
                             WHERE c.number > ? ORDER BY c.number LIMIT ${STEP}) changed ON true`,
      [number],
    );
    try {
      return (await answer).rows;
    } catch (error) {
      // tables of an earlier version number no changes; they stay live until the new ones are built
      if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
      throw error;
    }
  };

  const readAfter = async ({ posted_at, id }: Pick<Offer, 'posted_at' | 'id'>): Promise<Offer[]> => {
    const { rows } = await db.raw<{ rows: Offer[] }>(
      `SELECT ${FOUND_BY} FROM read_listings.listings l
        WHERE status = 'active' AND (posted_at, id) > (?, ?) ORDER BY posted_at, id LIMIT ${STEP}`,
      [posted_at, id],
    );
    return rows;
  };

  const readAll = async (): Promise<void> => {
    // changes during the load have higher numbers, and are applied again
    const [head] = await changesAfter(Number.MAX_SAFE_INTEGER);
    if (!head || head.last < worthwhile) return;
    const index = openOfferIndex();
    let rows = await readAfter({ posted_at: Number.MIN_SAFE_INTEGER, id: '' });
    while (rows.length === STEP) {
      // reads the next rows while these are added
      const next = Promise.all([readAfter(rows.at(-1)!), nextTurn()]);
      index.put(rows);
      [rows] = await next;
    }
    index.put(rows);
    loaded = { index, generation: head.generation, number: head.last };
  };

  const load = (): Promise<void> => {
    loading ??= readAll().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const loadInBackground = (): void => {
    if (loading || Date.now() - failedAt < RETRY_AFTER_MS) return;
    load().catch((error: Error) => {
      failedAt = Date.now();
      process.emitWarning(`search continues without its index: ${error.message}`);
    });
  };

  /** Concurrent readers may load the same changes; the number shows which are already applied. */
  const applyChanges = (known: LoadedIndex, changes: readonly Change[]): void => {
    const news = changes.filter(({ number }) => number !== null && number > known.number);
    if (news.length === 0) return;
    known.index.put(news);
    known.number = news.at(-1)!.number!;
  };

  const current: Offers['current'] = async () => {
    awaited = false;
    for (;;) {
      const known = loaded;
      const changes = await changesAfter(known?.number ?? Number.MAX_SAFE_INTEGER);
      const [head] = changes;
      if (!head || head.last < worthwhile) return undefined;
      if (!known || known.generation !== head.generation) {
        // A rebuilt read model: other tables, to be read from the start.
        if (loaded === known) loaded = undefined;
        awaited = true;
        loadInBackground();
        return undefined;
      }
      applyChanges(known, changes);
      if (changes.length === STEP) {
        await nextTurn();
        continue;
      }
      const { documents, onOffer } = known.index.size();
      if (documents > onOffer * 2 + TOLERATED_DEAD) loadInBackground();
      return known.index;
    }
  };

  return { reading: () => awaited, known: () => loaded && { ...loaded }, current, load };
};
