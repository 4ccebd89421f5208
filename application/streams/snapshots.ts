import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EventDefinitions } from '#domain/shared/events.ts';
import type { StreamName } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import { packIds, unpackIds } from './commandIds.ts';

/** A folded state at one revision, as text. `checksum` covers all other fields. It holds no personal data. */
export type Snapshot = { stream: StreamName; revision: number; version: string; content: string; checksum: string };

/** The last snapshot of each long stream. A lost snapshot is rebuilt from the events. */
export interface Snapshots {
  find(stream: StreamName): Promise<Snapshot | undefined>;
  /** Replaces the previous snapshot. */
  keep(snapshot: Snapshot): Promise<void>;
}

/** The state's shape and its version. Raise `fold` when `evolve` makes a different state from the same events. */
export type Keepable<State> = { shape: z.ZodType<State>; fold: number };

export type Kept<State> = { revision: number; hash: string; state: State; commandIds: Set<number> };

/** The snapshot is damaged or belongs to another release; the stream is read in full instead. */
export class UnusableSnapshot extends Error {
  override readonly name = 'UnusableSnapshot';
  readonly stream: StreamName;
  readonly revision: number;
  readonly type: string;
  constructor({ stream, revision }: Snapshot, type: string, reason: string, cause?: unknown) {
    super(`the snapshot (${type}) at revision ${revision} of ${stream} cannot be used: ${reason}`, { cause });
    this.stream = stream;
    this.revision = revision;
    this.type = type;
  }
}

/** At most this many events are read after a snapshot. */
export const SNAPSHOT_EVERY = 50;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const checksumOf = ({ stream, revision, version, content }: Omit<Snapshot, 'checksum'>): string =>
  sha256(JSON.stringify([stream, revision, version, content]));

const contentOf = <State>(shape: z.ZodType<State>) =>
  z.object({ hash: z.string(), state: shape, commandIds: z.string() });

/**
 * Snapshots of one category (`type`), verified when read. A snapshot of a release that reads other event versions
 * is not used, because it may cover events that this release does not know.
 */
export const keepSnapshots = <State>(
  type: string,
  events: EventDefinitions,
  { shape, fold }: Keepable<State>,
  { snapshots, log }: { snapshots: Snapshots; log: Log },
) => {
  const content = contentOf(shape);
  const reads = Object.entries(events).map(([name, definition]) => [name, definition.version]);
  const version = sha256(JSON.stringify([fold, z.toJSONSchema(shape), reads])).slice(0, 16);

  const opened = (snapshot: Snapshot): Kept<State> => {
    if (snapshot.version !== version) throw new UnusableSnapshot(snapshot, type, 'it is of another release');
    if (snapshot.checksum !== checksumOf(snapshot))
      throw new UnusableSnapshot(snapshot, type, 'it is not what was written');
    try {
      const { hash, state, commandIds } = content.parse(JSON.parse(snapshot.content));
      return { revision: snapshot.revision, hash, state, commandIds: unpackIds(commandIds) };
    } catch (cause) {
      throw new UnusableSnapshot(snapshot, type, 'its content cannot be read', cause);
    }
  };

  return {
    /**
     * Resumes from the stored snapshot through `from`, which returns undefined if the stream does not match.
     * Undefined without a usable snapshot; the log says why.
     */
    resume: async <Loaded>(
      stream: StreamName,
      from: (kept: Kept<State>) => Promise<Loaded | undefined>,
    ): Promise<Loaded | undefined> => {
      const snapshot = await snapshots.find(stream);
      if (!snapshot) return undefined;
      try {
        const loaded = await from(opened(snapshot));
        if (!loaded) throw new UnusableSnapshot(snapshot, type, 'the stream is another one');
        return loaded;
      } catch (error) {
        if (!(error instanceof UnusableSnapshot)) throw error;
        const { revision, message } = error;
        log.warn({ code: 'unusableSnapshot', stream, revision, type, error: message }, 'a stream is read whole');
        return undefined;
      }
    },

    keep: async (stream: StreamName, { revision, hash, state, commandIds }: Kept<State>): Promise<void> => {
      const kept = { hash, state, commandIds: packIds(commandIds) };
      const snapshot = { stream, revision, version, content: JSON.stringify(kept) };
      try {
        await snapshots.keep({ ...snapshot, checksum: checksumOf(snapshot) });
      } catch (error) {
        log.warn({ stream, revision, type, error: String(error) }, 'a snapshot could not be kept');
      }
    },
  };
};
