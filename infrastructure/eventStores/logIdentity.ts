import type { Knex } from 'knex';
import { EventStoreUnavailable, type Position, type StoredEvent } from '#application/ports/eventStore.ts';
import { sameId } from './pendingAppend.ts';

type EventRef = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id'>;

/** Of the store, straight from its connection. */
export type LogReads = {
  head(): Promise<Position | undefined>;
  /** The event at a revision of a stream, the next one that is left where that was cut off, or undefined when there is none. */
  at(place: EventRef): Promise<EventRef | undefined>;
  /** The database that has claimed the log; where claims are made. */
  claim?(): Promise<string | undefined>;
};

/** Whether the log behind a connection is the one that was followed until now. */
export type LogIdentity = {
  /** What was read, delivered or written. */
  saw(events: readonly EventRef[]): void;
  /** A connection was lost: whoever answers next may be somebody else. */
  doubt(): void;
  /** Looks, if there is doubt. @throws EventStoreUnavailable when it is another log */
  certain(): Promise<void>;
  /** Tells the other processes, and the next start, how far this one has seen; every few seconds at most. */
  keep(): Promise<void>;
};

export type OpenLogIdentity = (reads: LogReads) => LogIdentity;

/** Where nobody has followed it before. */
export const ANY_LOG: LogIdentity = {
  saw: () => undefined,
  doubt: () => undefined,
  certain: async () => undefined,
  keep: async () => undefined,
};

/** How long the answer "another one" is believed, and how seldom a place is kept, ms. */
const BELIEVED_MS = 500;
const KEPT_EVERY_MS = 2_000;

const KNOWN = `
  SELECT landmark,
         (SELECT max(position COLLATE "C") FROM (
            SELECT position FROM projections.checkpoints UNION ALL SELECT position FROM policy_checkpoints) AS subscriptions
         ) AS furthest
    FROM event_log`;

/** In an older log the checkpoints, too, are newer than this one: it is kept only where it goes on. */
const KEEP = `UPDATE event_log SET landmark = :place WHERE coalesce(landmark->>'position', '') < :position`;

export const LOG_REPLACED = 'the events are not those that were followed until now: another log, or an older backup';

/** What a database knows of the log that its read models and policies have followed. */
export const askDatabase = async (db: Knex): Promise<{ landmark: EventRef | null; furthest: Position | null }> => {
  const { rows } = await db.raw<{ rows: { landmark: EventRef | null; furthest: Position | null }[] }>(KNOWN);
  return rows[0] ?? { landmark: null, furthest: null };
};

const isThere = async (place: EventRef, reads: LogReads): Promise<boolean> => {
  const found = await reads.at(place);
  // cut off: of this stream nothing can be said, and it is put in quarantine by whoever needs it
  if (found && found.revision > place.revision) return true;
  return found !== undefined && sameId(found.id) === sameId(place.id) && found.position === place.position;
};

type SameLogOptions = {
  db: Knex;
  told: (is: 'another' | 'ours') => void;
  /** The id in the claim of our log; undefined until the start has looked at it, and where there are none. */
  claimedAs?: () => string | undefined;
};

/** Every process asks for itself, of what it has seen and of what any process had seen. */
export const openLogIdentity =
  ({ db, told, claimedAs = () => undefined }: SameLogOptions): OpenLogIdentity =>
  (reads) => {
    let seen: EventRef | undefined;
    let keptAt = 0;
    let kept: EventRef | undefined;
    let doubts = 1;
    let settled = 0;
    let refusedAt: number | undefined;
    let looking: Promise<void> | undefined;

    const isOurs = async (): Promise<boolean> => {
      const own = seen;
      const { landmark, furthest } = await askDatabase(db);
      const head = await reads.head();
      if (furthest !== null && (head === undefined || head < furthest)) return false;
      const places = [own, landmark].filter((place) => place != null);
      for (const place of places) if (!(await isThere(place, reads))) return false;
      const expected = claimedAs();
      const claim = expected && (await reads.claim?.());
      // a claim that was cut off says nothing, where an event proves the log
      return claim === expected || (claim === undefined && places.length > 0);
    };

    const refuse = (): never => {
      throw new EventStoreUnavailable(LOG_REPLACED);
    };

    const look = async (): Promise<void> => {
      if (refusedAt !== undefined && Date.now() - refusedAt < BELIEVED_MS) refuse();
      const about = doubts;
      const ours = await isOurs();
      if (ours !== (refusedAt === undefined)) told(ours ? 'ours' : 'another');
      refusedAt = ours ? undefined : Date.now();
      if (!ours) refuse();
      settled = about;
    };

    return {
      saw: (events) => {
        const last = events.at(-1);
        if (!last || (seen && last.position <= seen.position)) return;
        const { stream, revision, position, id } = last;
        seen = { stream, revision, position, id };
      },
      doubt: () => {
        doubts++;
      },
      certain: async () => {
        while (settled < doubts) {
          looking ??= look().finally(() => {
            looking = undefined;
          });
          await looking;
        }
      },
      keep: async () => {
        if (!seen || seen === kept || Date.now() - keptAt < KEPT_EVERY_MS) return;
        const place = seen;
        keptAt = Date.now();
        await db.raw(KEEP, { place: JSON.stringify(place), position: place.position });
        kept = place;
      },
    };
  };
