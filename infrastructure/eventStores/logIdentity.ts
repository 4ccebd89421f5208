import type { Knex } from 'knex';
import { EventStoreUnavailable, type Position, type StoredEvent } from '#application/ports/eventStore.ts';
import { sameId } from './pendingAppend.ts';

type EventRef = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id'>;

/** Uncached reads from the store's connection. */
export type LogReads = {
  head(): Promise<Position | undefined>;
  /** The event at this revision; the next remaining one if the stream was truncated; undefined if there is none. */
  at(place: EventRef): Promise<EventRef | undefined>;
  /** The database that claims the log, for stores with claims. */
  claim?(): Promise<string | undefined>;
};

/** Detects whether a connection leads to the log followed so far. */
export type LogIdentity = {
  /** Remembers events that were read, delivered or written. */
  saw(events: readonly EventRef[]): void;
  /** A connection was lost; the next one may lead to another log. */
  doubt(): void;
  /** Checks the log if in doubt. @throws EventStoreUnavailable if it is another log */
  certain(): Promise<void>;
  /** Saves how far this process has seen, for other processes and the next start; every few seconds at most. */
  keep(): Promise<void>;
};

export type OpenLogIdentity = (reads: LogReads) => LogIdentity;

/** For a log that nobody has followed yet. */
export const ANY_LOG: LogIdentity = {
  saw: () => undefined,
  doubt: () => undefined,
  certain: async () => undefined,
  keep: async () => undefined,
};

/** How long the result "another log" is cached, and the minimum interval of saving, ms. */
const BELIEVED_MS = 500;
const KEPT_EVERY_MS = 2_000;

const KNOWN = `
  SELECT landmark,
         (SELECT max(position COLLATE "C") FROM (
            SELECT position FROM projections.checkpoints UNION ALL SELECT position FROM policy_checkpoints) AS subscriptions
         ) AS furthest
    FROM event_log`;

/** Only moves forward: in an older log, checkpoints too would be ahead of it. */
const KEEP = `UPDATE event_log SET landmark = :place WHERE coalesce(landmark->>'position', '') < :position`;

export const LOG_REPLACED = 'the events are not those that were followed until now: another log, or an older backup';

/** What the database knows of the log it has followed. */
export const askDatabase = async (db: Knex): Promise<{ landmark: EventRef | null; furthest: Position | null }> => {
  const { rows } = await db.raw<{ rows: { landmark: EventRef | null; furthest: Position | null }[] }>(KNOWN);
  return rows[0] ?? { landmark: null, furthest: null };
};

const isThere = async (place: EventRef, reads: LogReads): Promise<boolean> => {
  const found = await reads.at(place);
  // truncated: this stream proves nothing and is quarantined by its readers
  if (found && found.revision > place.revision) return true;
  return found !== undefined && sameId(found.id) === sameId(place.id) && found.position === place.position;
};

type LogIdentityOptions = {
  db: Knex;
  told: (is: 'another' | 'ours') => void;
  /** The id in our claim; undefined before the start has checked it, and for stores without claims. */
  claimedAs?: () => string | undefined;
};

/** Each process checks what it has seen itself and what any process had saved. */
export const openLogIdentity =
  ({ db, told, claimedAs = () => undefined }: LogIdentityOptions): OpenLogIdentity =>
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
      // a truncated claim proves nothing, but an event does
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
