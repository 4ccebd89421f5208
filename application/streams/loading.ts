import type { DomainEvent } from '#domain/events.ts';
import { type Recorded, UnreadableEvent } from '../ports/eventCodec.ts';
import type { Position, StreamName } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import { UnfoldableEvent } from '../ports/quarantine.ts';
import type { Folding } from './aggregates.ts';
import { shortenId } from './commandIds.ts';
import type { End, Journal } from './journal.ts';
import { type Kept, keepSnapshots, SNAPSHOT_EVERY, type Snapshots } from './snapshots.ts';
import { openStateCache } from './stateCache.ts';

/** The state that a command is decided on. */
export type Loaded<State> = End & {
  stream: StreamName;
  state: State;
  /** Position of the last event. */
  position: Position | undefined;
  /**
   * Shortened ids of all commands that wrote to this stream. The set is shared with older loaded states and only
   * grows.
   */
  commandIds: Set<number>;
  /** Revision of the last snapshot; −1 without one. */
  keptRevision: number;
};

type Whole<Event, State> = Loaded<State> & { history: Recorded<Event>[] };

export type LoadingDeps = {
  journal: Journal;
  /** Without it, a process reads a long stream in full the first time. */
  snapshots?: { snapshots: Snapshots; log: Log };
};

/**
 * Loads the streams of one category. Continues from the state cached by this process, or from a snapshot, but only
 * if the following events chain to it.
 */
export const openLoading = <Event extends DomainEvent, State>(
  { category, events: types, decider, personal, snapshots: keepable }: Folding<Event, State>,
  { journal, snapshots: keeping }: LoadingDeps,
) => {
  const states = openStateCache<Loaded<State>>();
  const snapshots = keepable && keeping && keepSnapshots(category, types, keepable, keeping);

  const isOwn = (event: Recorded): event is Recorded & Recorded<Event> => Object.hasOwn(types, event.type);
  const own = (events: readonly Recorded[]): Recorded<Event>[] => {
    const foreign = events.find((event) => !isOwn(event));
    if (foreign) throw new UnreadableEvent(foreign, new Error(`it is no event of category ${category}`));
    return events.filter(isOwn);
  };

  const nothing = (stream: StreamName): Loaded<State> => ({
    stream,
    state: decider.initial,
    revision: 'none',
    hash: null,
    position: undefined,
    commandIds: new Set(),
    keptRevision: -1,
  });

  const after = (state: State, event: Recorded<Event>): State => {
    try {
      return decider.evolve(state, event);
    } catch (error) {
      throw new UnfoldableEvent(event, error);
    }
  };

  const further = (from: Loaded<State>, events: readonly Recorded<Event>[]): Loaded<State> => {
    const last = events.at(-1);
    if (!last) return from;
    for (const { metadata } of events) from.commandIds.add(shortenId(metadata.commandId));
    return {
      ...from,
      state: events.reduce(after, from.state),
      revision: last.revision,
      hash: last.metadata.hash,
      position: last.position,
    };
  };

  const loadWhole = async (stream: StreamName): Promise<Whole<Event, State>> => {
    const history = own((await journal.load(stream)).events);
    return { ...further(nothing(stream), history), history };
  };

  /** Undefined if the new events do not chain to the cached state: the log was replaced. */
  const readOn = async (from: Loaded<State>): Promise<Loaded<State> | undefined> => {
    const events = own(await journal.readClear(from.stream, from.revision === 'none' ? 0 : from.revision + 1));
    return events[0] && events[0].metadata.prevHash !== from.hash ? undefined : further(from, events);
  };

  /** Also reads the snapshot's last event, which must match the hash stored with the snapshot. */
  const resume = async (stream: StreamName, kept: Kept<State>): Promise<Loaded<State> | undefined> => {
    const [last, ...events] = own(await journal.readClear(stream, kept.revision));
    if (last?.metadata.hash !== kept.hash) return undefined;
    const { position, revision } = last;
    return further({ ...nothing(stream), ...kept, position, keptRevision: revision }, events);
  };

  const keep = async (loaded: Loaded<State>): Promise<Loaded<State>> => {
    const { stream, revision, hash, keptRevision } = loaded;
    const isDue = snapshots && revision !== 'none' && revision - keptRevision >= SNAPSHOT_EVERY;
    if (isDue && hash !== null) await snapshots.keep(stream, { ...loaded, revision, hash });
    const kept = isDue ? { ...loaded, keptRevision: revision } : loaded;
    states.keep(kept);
    return kept;
  };

  const load = async (stream: StreamName): Promise<Loaded<State>> => {
    if (personal) return loadWhole(stream);
    const known = states.find(stream);
    const loaded =
      (known && (await readOn(known))) ??
      (await snapshots?.resume(stream, (kept) => resume(stream, kept))) ??
      further(nothing(stream), own(await journal.readClear(stream, 0)));
    return keep(loaded);
  };

  return {
    nothing,
    /** Whether this process has already folded the stream up to this revision. */
    hasFolded: (stream: StreamName, revision: number): boolean => {
      const known = states.find(stream)?.revision;
      return typeof known === 'number' && known >= revision;
    },
    load,
    loadWhole,
    /** Like `load`, but ignores the cache: a cached state ahead of a restored log would never be corrected. */
    reload: (stream: StreamName): Promise<Loaded<State>> => {
      states.forget(stream);
      return load(stream);
    },
  };
};
