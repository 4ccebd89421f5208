import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEvent, AuditStream, StreamSegment } from '#application/contract/audit.ts';
import { EVENTS_PER_SEGMENT } from '#application/contract/limits.ts';
import type { Added, Fault } from '#domain/audit/replay/replay.ts';
import type { Move, Span } from '#domain/audit/replay/transactionStrip.ts';
import { followEvents, waitBeforeTry, whileVisible } from '../../../api/wakeUps.ts';
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
  /** Usernames by id, of everybody in the events. */
  named: ReadonlyMap<string, string>;
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
  named: new Map(),
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

type Part = Omit<LoadedSegment, 'tag'> & { tags: readonly string[] };

/** The same map unless somebody is new. */
const namedWith = (before: Loaded['named'], named: NonNullable<StreamSegment['named']>): Loaded['named'] =>
  named.every(({ _id, username }) => before.get(_id) === username)
    ? before
    : new Map([...before, ...named.map(({ _id, username }) => [_id, username] as const)]);

const loadedWith = (before: Loaded, { segment, length, tags }: Part, added: Added): Loaded => {
  const { revision, reason } = segment.verification;
  return {
    events: [...before.events, ...segment.events],
    length: Math.max(length, before.length),
    tags: tags.join(' '),
    masked: before.masked || segment.masked,
    broken: before.broken ?? (revision === null ? undefined : { revision, reason: reason ?? '' }),
    quarantine: segment.quarantine ?? before.quarantine,
    people: segment.people ?? before.people,
    named: namedWith(before.named, segment.named ?? []),
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

/** `tags`: one for each part that is here. */
type Opened = { connection: Connection; loaded: Loaded; tags: string[] };

/** A promise that is awaited later, perhaps after another one has failed. */
const awaitedLater = <Value>(promise: Promise<Value>): Promise<Value> => {
  promise.catch(() => undefined);
  return promise;
};

/** Folds the events of a part that are not here yet. False: the history was closed meanwhile. */
const take = async (n: number, part: LoadedSegment, opened: Opened, signal: AbortSignal): Promise<boolean> => {
  const known = opened.loaded.events.length - n * EVENTS_PER_SEGMENT;
  const events = part.segment.events.slice(known);
  const added = await opened.connection.ask({ kind: 'add', events });
  if (signal.aborted) return false;
  opened.tags[n] = part.tag;
  const { length, segment } = part;
  opened.loaded = loadedWith(opened.loaded, { segment: { ...segment, events }, length, tags: opened.tags }, added);
  return true;
};

/** Loads the parts that are left, a few at a time, and folds them in order. `changed`: after each part. */
const loadRest = async (stream: string, opened: Opened, signal: AbortSignal, changed: () => void): Promise<void> => {
  let { length } = opened.loaded;
  const ahead: Promise<LoadedSegment>[] = [];
  const askAhead = () => {
    const isLeft = (n: number) => n === 0 || n * EVENTS_PER_SEGMENT < length;
    for (let n = opened.tags.length + ahead.length; ahead.length < (length === 0 ? 1 : AT_ONCE) && isLeft(n); n++)
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
    if (!(await take(opened.tags.length, part, opened, signal))) return;
    ahead.shift();
    changed();
    askAhead();
  }
};

/** Reads the last part again and adds what is new, then the parts after it. */
const loadNews = async (stream: string, opened: Opened, signal: AbortSignal): Promise<boolean> => {
  const before = opened.loaded.events.length;
  const n = Math.max(0, opened.tags.length - 1);
  const part = await readSegment(stream, n, signal);
  if (part.length > before && (await take(n, part, opened, signal)))
    await loadRest(stream, opened, signal, () => undefined);
  return opened.loaded.events.length > before;
};

/** Adds new events as they are stored. A failure is tried again, later each time. */
const followNews = (stream: string, opened: Opened, signal: AbortSignal, changed: () => void): (() => void) => {
  let [isWanted, isBusy, failures] = [false, false, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    isWanted = true;
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    try {
      while (isWanted && !signal.aborted) {
        isWanted = false;
        if (await loadNews(stream, opened, signal)) changed();
        failures = 0;
      }
    } catch {
      if (!signal.aborted) timer = setTimeout(() => void look(), waitBeforeTry(failures));
      failures += 1;
    } finally {
      isBusy = false;
    }
  };
  const path = `audit/streams/${encodeURIComponent(stream)}/changes`;
  const stop = whileVisible(() => followEvents(path, () => void look()));
  return () => {
    clearTimeout(timer);
    stop();
  };
};

/** A history in parts, in order, and then its new events. It goes on from what is here after a failure. */
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
    const opened: Opened = { connection: openConnection(stream), loaded: NOTHING, tags: [] };
    let stopFollowing: () => void = () => undefined;
    const show = (stage: History['stage'], error?: unknown) => {
      if (!signal.aborted) setHistory({ loaded: opened.loaded, connection: opened.connection, stage, error });
    };
    load.current = () => {
      show('loading');
      loadRest(stream, opened, signal, () => show('loading')).then(
        () => {
          if (signal.aborted) return;
          show('done');
          stopFollowing = followNews(stream, opened, signal, () => show('done'));
        },
        (error: unknown) => show('failed', error),
      );
    };
    load.current();
    return () => {
      stopping.abort();
      stopFollowing();
      opened.connection.close();
    };
  }, [stream]);

  const retry = useCallback(() => load.current(), []);
  return { ...history, retry };
};
