import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

export const ANY = -2n;
export const NO_STREAM = -1n;

export type PeerEvent = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array };
export type LoggedEvent = PeerEvent & { stream: string; revision: bigint; position: bigint; created: bigint };
export type Outcome = { kind: 'written'; revision: bigint; position: bigint } | { kind: 'moved'; current: bigint };

/** Events of the server and of other programs. */
export const foreignEvent = (type: string, data: string, json = true): PeerEvent => ({
  id: randomUUID(),
  type,
  json,
  data: Buffer.from(data),
  metadata: new Uint8Array(),
});

/** The server's log: positions are offsets with gaps, and only those of events are valid. */
export const openPeerLog = () => {
  const all: LoggedEvent[] = [];
  const byStream = new Map<string, LoggedEvent[]>();
  const changed = new EventEmitter().setMaxListeners(0);
  // A real log starts with an epoch record.
  let end = 198n;

  const streamOf = (name: string): readonly LoggedEvent[] => byStream.get(name) ?? [];
  const cuts = new Map<string, bigint>();
  const deleted = new Set<string>();
  const written = (event: LoggedEvent): Outcome => ({ ...event, kind: 'written' });

  const write = (stream: string, events: readonly PeerEvent[]): void => {
    const known = byStream.get(stream) ?? [];
    byStream.set(stream, known);
    for (const event of events) {
      const created = BigInt(Date.now()) * 10_000n;
      const logged = { ...event, stream, revision: BigInt(known.length), position: end, created };
      end += BigInt(120 + stream.length * 2 + event.data.length + event.metadata.length);
      known.push(logged);
      all.push(logged);
    }
    changed.emit('append');
  };

  /** Operator actions, and the server's own records of them. */
  const operator = {
    setMetadata: (stream: string, metadata: { $maxCount?: number; $tb?: number }): void => {
      const { $maxCount = 0, $tb = 0 } = metadata;
      const length = streamOf(stream).length;
      cuts.set(stream, BigInt(Math.max($tb, $maxCount > 0 ? length - $maxCount : 0)));
      write(`$$${stream}`, [foreignEvent('$metadata', JSON.stringify(metadata))]);
    },
    /** Soft delete: metadata that truncates before every number. */
    delete: (stream: string): void => operator.setMetadata(stream, { $tb: Number.MAX_SAFE_INTEGER + 1 }),
    /** Permanent delete. */
    tombstone: (stream: string): void => {
      deleted.add(stream);
      write(stream, [foreignEvent('$streamDeleted', '{}')]);
    },
  };

  /** Index of the first event at a position, or after it. */
  const seek = (position: bigint, behind: boolean): number => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = all[middle]!.position;
      if (at < position || (behind && at === position)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    all,
    changed,
    streamOf,
    /** Truncations by `$maxCount`: earlier events are hidden in the stream, but remain in `$all`. */
    cuts,
    /** Streams with a tombstone. */
    deleted,
    operator,
    /** Copies the folder; the returned function restores it while the server is down. */
    backup: (): (() => void) => {
      const kept = [...all];
      const keptEnd = end;
      return () => {
        all.splice(0, all.length, ...kept);
        byStream.clear();
        for (const event of kept) byStream.set(event.stream, [...streamOf(event.stream), event]);
        end = keptEnd;
      };
    },
    seek,
    isPosition: (position: bigint): boolean =>
      position === 0n || position >= end || all[seek(position, false)]?.position === position,
    /** Repeated ids at their place answer as the first time; otherwise the expected revision must match. */
    append: (stream: string, expected: bigint, events: readonly PeerEvent[]): Outcome => {
      const known = streamOf(stream);
      const current = BigInt(known.length) - 1n;
      if (expected !== ANY && expected !== current) {
        const earlier = events.map(({ id }, index) => {
          const there = known[Number(expected) + 1 + index];
          return there?.id === id ? there : undefined;
        });
        const last = earlier.at(-1);
        return last && !earlier.includes(undefined) ? written(last) : { kind: 'moved', current };
      }
      write(stream, events);
      return written(all.at(-1)!);
    },
  };
};

export type PeerLog = ReturnType<typeof openPeerLog>;
