import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEvent, AuditStream, StreamSegment } from '#application/contract/audit.ts';
import { EVENTS_PER_SEGMENT } from '#application/contract/limits.ts';
import type { Added, Fault } from '#domain/audit/replay/replay.ts';
import type { Move, Span } from '#domain/audit/replay/transactionStrip.ts';
import { type LoadedSegment, readSegment } from '../../api/segments.ts';
import { type Connection, openConnection } from '../../replay/connection.ts';

/** Parts on their way at one time. */
const AT_ONCE = 4;

/** The folded result so far. `money`: by event, one sum per band; empty for a stream without money. */
export type Folded = {
  foldsTo: number;
  money: readonly (readonly number[])[];
  isMinor: readonly boolean[];
  moves: readonly (Move & { revision: number })[];
  spans: readonly Span[];
  faults: readonly Fault[];
};

/** The part of a history that is here, in order. `tags`: changes with everything that is shown. */
export type Loaded = {
  events: readonly AuditEvent[];
  length: number;
  tags: string;
  masked: boolean;
  /** The first event that the marketplace’s own check refuses. */
  broken: { revision: number; reason: string } | undefined;
  quarantine: AuditStream['quarantine'];
  people: StreamSegment['people'];
  folded: Folded;
};

const NOTHING: Loaded = {
  events: [],
  length: 0,
  tags: '',
  masked: false,
  broken: undefined,
  quarantine: undefined,
  people: undefined,
  folded: { foldsTo: -1, money: [], isMinor: [], moves: [], spans: [], faults: [] },
};

const foldedWith = (before: Folded, { foldsTo, ticks, spans, faults }: Added, from: number): Folded => ({
  foldsTo,
  spans,
  faults,
  money: [...before.money, ...ticks.map(({ money }) => money)],
  isMinor: [...before.isMinor, ...ticks.map(({ isMinor }) => isMinor)],
  moves: [
    ...before.moves,
    ...ticks.flatMap(({ moves }, place) => moves.map((move) => ({ ...move, revision: from + place }))),
  ],
});

const loadedWith = (before: Loaded, { segment, length, tag }: LoadedSegment, added: Added): Loaded => {
  const { revision, reason } = segment.verification;
  return {
    events: [...before.events, ...segment.events],
    length: Math.max(length, before.length),
    tags: `${before.tags} ${tag}`,
    masked: before.masked || segment.masked,
    broken: before.broken ?? (revision === null ? undefined : { revision, reason: reason ?? '' }),
    quarantine: segment.quarantine ?? before.quarantine,
    people: segment.people ?? before.people,
    folded: foldedWith(before.folded, added, before.events.length),
  };
};

export type History = {
  loaded: Loaded;
  connection: Connection | undefined;
  /** `failed`: the rest did not come; what is here stays. */
  stage: 'loading' | 'done' | 'failed';
  error: unknown;
  retry: () => void;
};

type Opened = { connection: Connection; loaded: Loaded; parts: number };

/** A promise that is awaited later, perhaps after another one has failed. */
const awaitedLater = <Value>(promise: Promise<Value>): Promise<Value> => {
  promise.catch(() => undefined);
  return promise;
};

/** Loads the parts that are left, a few at a time, and folds them in order. `changed`: after each part. */
const loadRest = async (stream: string, opened: Opened, signal: AbortSignal, changed: () => void): Promise<void> => {
  let { length } = opened.loaded;
  const ahead: Promise<LoadedSegment>[] = [];
  const askAhead = () => {
    const isLeft = (n: number) => n === 0 || n * EVENTS_PER_SEGMENT < length;
    for (let n = opened.parts + ahead.length; ahead.length < (length === 0 ? 1 : AT_ONCE) && isLeft(n); n++)
      ahead.push(awaitedLater(readSegment(stream, n, signal)));
  };
  askAhead();
  // the worker starts while the first part comes
  const isOpen = awaitedLater(opened.connection.ask({ kind: 'open', stream }));
  for (let next = ahead[0]; next; next = ahead[0]) {
    const part = await next;
    length = Math.max(length, part.length);
    askAhead();
    await isOpen;
    const added = await opened.connection.ask({ kind: 'add', events: part.segment.events });
    if (signal.aborted) return;
    opened.loaded = loadedWith(opened.loaded, part, added);
    opened.parts += 1;
    ahead.shift();
    changed();
    askAhead();
  }
};

/** A history in parts, in order. It goes on from what is here after a failure. */
export const useHistory = (stream: string): History => {
  const [history, setHistory] = useState<Omit<History, 'retry'>>({
    loaded: NOTHING,
    connection: undefined,
    stage: 'loading',
    error: undefined,
  });
  const load = useRef<() => void>(() => undefined);

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const opened: Opened = { connection: openConnection(stream), loaded: NOTHING, parts: 0 };
    const show = (stage: History['stage'], error?: unknown) => {
      if (!signal.aborted) setHistory({ loaded: opened.loaded, connection: opened.connection, stage, error });
    };
    load.current = () => {
      show('loading');
      loadRest(stream, opened, signal, () => show('loading')).then(
        () => show('done'),
        (error: unknown) => show('failed', error),
      );
    };
    load.current();
    return () => {
      stopping.abort();
      opened.connection.close();
    };
  }, [stream]);

  const retry = useCallback(() => load.current(), []);
  return { ...history, retry };
};
