import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEvent, AuditStream } from '#application/contract/audit.ts';
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
  folded: Folded;
};

const NOTHING: Loaded = {
  events: [],
  length: 0,
  tags: '',
  masked: false,
  broken: undefined,
  quarantine: undefined,
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

/** Loads the parts that are left, a few at a time, and folds them in order. `changed`: after each part. */
const loadRest = async (stream: string, opened: Opened, signal: AbortSignal, changed: () => void): Promise<void> => {
  const ask = (n: number) => {
    const part = readSegment(stream, n, signal);
    // read below, perhaps after another one has failed
    part.catch(() => undefined);
    return part;
  };
  const isLeft = (n: number) => n === 0 || n * EVENTS_PER_SEGMENT < opened.loaded.length;
  const ahead: Promise<LoadedSegment>[] = [];
  while (isLeft(opened.parts)) {
    while (ahead.length < (opened.parts === 0 ? 1 : AT_ONCE) && isLeft(opened.parts + ahead.length))
      ahead.push(ask(opened.parts + ahead.length));
    const part = await (ahead.shift() as Promise<LoadedSegment>);
    const added = await opened.connection.ask({ kind: 'add', events: part.segment.events });
    if (signal.aborted) return;
    opened.loaded = loadedWith(opened.loaded, part, added);
    opened.parts += 1;
    changed();
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
