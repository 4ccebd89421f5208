import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type Offer, type OfferIndex, openOfferIndex } from './listingIndex.ts';

/** Small enough that other requests hardly notice a step. */
const STEP = 500;
/** Below so many changes ever, counting in the tables is as quick. */
const WORTHWHILE = 1_000;
const UNDEFINED_TABLE = '42P01';
const RETRY_AFTER_MS = 10_000;
/** A listing that changes leaves a dead document behind; with more of them than this beside the living, all is read anew. */
const TOLERATED_DEAD = 50_000;

const FOUND_BY = `l.id, l.franchise, l.main_faction, l.condition, l.paint_quality, l.country, l.price, l.domestic, l.continental, l.international, l.posted_at, l.status, l.title, l.words`;

/** What is on offer as of the change of this number, in the tables of this generation. */
export type Loaded = { index: OfferIndex; generation: number; number: number };
/** How far the tables are: which ones they are, and the number of their last change. */
export const HEAD = `SELECT tableoid::bigint AS generation, number AS last
                       FROM read_listings.changes ORDER BY number DESC LIMIT 1`;

type Change = Offer & { generation: number; last: number; number: number | null };

export type Offers = {
  /** As of when somebody last looked; a copy, so that it can be compared with the tables afterwards. */
  known(): Loaded | undefined;
  /** What is on offer as the tables say at this moment; undefined while it is being read, and where it is not worthwhile. */
  current(): Promise<OfferIndex | undefined>;
  /** Whether there is to be an index, but was none when somebody last looked. */
  reading(): boolean;
  /** Reads everything now, if it is worthwhile. */
  load(): Promise<void>;
};

/**
 * Holds what is on offer in this process's memory, about 150 MB a million. Each look takes in what changed in the tables since the
 * last one, so it needs no messages from the process that writes them and never answers with less than they hold.
 */
export const followOffers = (db: Knex, { worthwhile = WORTHWHILE }: { worthwhile?: number } = {}): Offers => {
  let loaded: Loaded | undefined;
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
      // Tables of a version before this one stay live until theirs is built beside them: they number nothing.
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
    // Whatever changes while the rest is read has a higher number, and is taken in once more.
    const [head] = await changesAfter(Number.MAX_SAFE_INTEGER);
    if (!head || head.last < worthwhile) return;
    const index = openOfferIndex();
    let rows = await readAfter({ posted_at: Number.MIN_SAFE_INTEGER, id: '' });
    while (rows.length === STEP) {
      // The tables read the next ones while these are taken in.
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

  const loadBeside = (): void => {
    if (loading || Date.now() - failedAt < RETRY_AFTER_MS) return;
    load().catch((error: Error) => {
      failedAt = Date.now();
      process.emitWarning(`browsing goes on without its index: ${error.message}`);
    });
  };

  /** Readers take turns at no point: rows that another one has taken in already are passed over by their number. */
  const takeIn = (known: Loaded, changes: readonly Change[]): void => {
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
        loadBeside();
        return undefined;
      }
      takeIn(known, changes);
      if (changes.length === STEP) {
        await nextTurn();
        continue;
      }
      const { documents, onOffer } = known.index.size();
      if (documents > onOffer * 2 + TOLERATED_DEAD) loadBeside();
      return known.index;
    }
  };

  return { reading: () => awaited, known: () => loaded && { ...loaded }, current, load };
};
