import { useCallback, useEffect, useRef, useState } from 'react';
import { type AuditEvent, type AuditStream, EVENTS_PER_SEGMENT } from '#application/contract/audit.ts';
import type { Added, Fault } from '#domain/audit/replay/replay.ts';
import type { Move, Span } from '#domain/audit/replay/transactionStrip.ts';
import { type LoadedSegment, readSegment } from '../../api/segments.ts';
import { type Connection, openConnection } from '../../replay/connection.ts';

/** Parts on their way at one time. */
const AT_ONCE = 3;

/** What the replay says about the events so far. `money`: by event, one sum per band; empty for a stream without money. */
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

/** Loads a history in parts, a few at a time, and folds them in order. */
export const useHistory = (stream: string): History => {
  const [loaded, setLoaded] = useState(NOTHING);
  const [end, setEnd] = useState<Pick<History, 'stage' | 'error'>>({ stage: 'loading', error: undefined });
  const [connection, setConnection] = useState<Connection>();
  const [attempt, setAttempt] = useState(0);
  const here = useRef({ loaded: NOTHING, parts: 0 });

  useEffect(() => {
    const opened = openConnection(stream);
    here.current = { loaded: NOTHING, parts: 0 };
    setConnection(opened);
    return opened.close;
  }, [stream]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt goes on where the last one ended
  useEffect(() => {
    if (!connection) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const ask = (n: number) => {
      const part = readSegment(stream, n, signal);
      // read below, perhaps after another one has failed
      part.catch(() => undefined);
      return part;
    };
    const take = async (part: LoadedSegment): Promise<void> => {
      const added = await connection.ask({ kind: 'add', events: part.segment.events });
      if (signal.aborted) return;
      const next = loadedWith(here.current.loaded, part, added);
      here.current = { loaded: next, parts: here.current.parts + 1 };
      setLoaded(next);
    };
    const isLeft = (n: number) => n === 0 || n * EVENTS_PER_SEGMENT < here.current.loaded.length;
    const load = async (): Promise<void> => {
      const ahead: Promise<LoadedSegment>[] = [];
      while (isLeft(here.current.parts)) {
        const { parts } = here.current;
        while (ahead.length < (parts === 0 ? 1 : AT_ONCE) && isLeft(parts + ahead.length))
          ahead.push(ask(parts + ahead.length));
        await take(await (ahead.shift() as Promise<LoadedSegment>));
        if (signal.aborted) return;
      }
      setEnd({ stage: 'done', error: undefined });
    };
    setEnd({ stage: 'loading', error: undefined });
    load().catch((error: unknown) => {
      if (!signal.aborted) setEnd({ stage: 'failed', error });
    });
    return () => stopping.abort();
  }, [stream, connection, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { loaded, connection, ...end, retry };
};
