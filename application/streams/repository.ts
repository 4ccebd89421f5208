import type { DomainEvent } from '#domain/events.ts';
import { fold, ok, type Rejection, type Result } from '#domain/shared/decider.ts';
import type { Clock } from '../ports/clock.ts';
import { type StoredEvent, StreamMoved, type StreamName } from '../ports/eventStore.ts';
import type { Quarantine } from '../ports/quarantine.ts';
import { type Aggregate, aggregates, type Folding } from './aggregates.ts';
import type { CommandContext, Outcome, Request } from './command.ts';
import { shortenId } from './commandIds.ts';
import { type KeyedQueue, serializeByKey } from './keyedQueue.ts';
import { type Loaded, type LoadingDeps, openLoading } from './loading.ts';
import { openGuard } from './quarantine/guard.ts';
import { transactionSummary } from './transactionSummary.ts';

type Deps = LoadingDeps & {
  clock: Clock;
  /** Omitted by read-only programs. */
  quarantine?: Pick<Quarantine, 'find' | 'put'>;
  /** Hears of each refused command; must not fail. */
  onRefusal?: (refusal: { stream: StreamName; command: string; code: string; context: CommandContext }) => void;
};

/** The streams of one category, and the only way to change them. */
const openStreams = <
  Command extends { type: string; at: number },
  Event extends DomainEvent,
  State,
  Refusal extends Rejection,
>(
  aggregate: Aggregate<Command, Event, State, Refusal>,
  deps: Deps,
  inLine: KeyedQueue,
) => {
  const { category, decider } = aggregate;
  const { journal, clock } = deps;
  const loading = openLoading(aggregate, deps);
  const { nothing, hasFolded } = loading;
  const guard = openGuard(deps.quarantine);
  const verifying = serializeByKey();
  const load = (stream: StreamName) => guard.deciding(stream, loading.load, loading.reload);
  const reload = (stream: StreamName) => guard.deciding(stream, loading.reload, loading.reload);
  const loadWhole = (stream: StreamName) => guard.deciding(stream, loading.loadWhole, loading.loadWhole);

  /**
   * The result of an earlier run of this command; undefined if it is new. Command ids are kept with every state,
   * so old commands are recognised too.
   */
  const repeated = async (
    { stream, commandIds }: Loaded<State>,
    { commandId, wrote }: CommandContext,
  ): Promise<Outcome<Event, State> | undefined> => {
    if (!commandIds.has(shortenId(commandId))) return undefined;
    const { state, history } = await loadWhole(stream);
    const events = history.filter(({ metadata }) => metadata.commandId === commandId);
    const last = events.at(-1);
    if (!last) return undefined;
    wrote?.({ stream, first: events[0]!.revision, revision: last.revision, hash: last.metadata.hash });
    return { state, events, position: last.position, repeated: true };
  };

  const attempt = async (
    loaded: Loaded<State>,
    command: Command,
    context: CommandContext,
  ): Promise<Result<Outcome<Event, State>, Refusal>> => {
    const { stream, state } = loaded;
    const first = await repeated(loaded, context);
    if (first) return ok(first);

    const decision = decider.decide(command, state);
    if (!decision.ok) {
      deps.onRefusal?.({ stream, command: command.type, code: decision.error.code, context });
      return decision;
    }
    const events = decision.value;
    if (events.length === 0) return ok({ state, events, position: loaded.position, repeated: false });

    const { position, revision, hash } = await journal.append(stream, events, loaded, context);
    context.wrote?.({ stream, first: revision - events.length + 1, revision, hash });
    return ok({ state: fold(decider, events, state), events, position, repeated: false });
  };

  /**
   * Decides on the loaded state and appends. If the stream moved, reloads and decides again, up to three attempts
   * in all, then throws StreamMoved. Retries queue per stream within this process, so that concurrent commands do
   * not starve each other.
   */
  const decide = async (
    loaded: Loaded<State>,
    command: Command,
    context: CommandContext,
  ): Promise<Result<Outcome<Event, State>, Refusal>> => {
    const { stream } = loaded;
    try {
      return await attempt(loaded, command, context);
    } catch (error) {
      if (!(error instanceof StreamMoved)) throw error;
    }
    return inLine(stream, async () => {
      try {
        return await attempt(await reload(stream), command, context);
      } catch (error) {
        if (!(error instanceof StreamMoved)) throw error;
        return attempt(await reload(stream), command, context);
      }
    });
  };

  /** @see decide */
  const sendOn = (loaded: Loaded<State>, request: Request<Command>, context: CommandContext) =>
    decide(loaded, { ...request, at: clock.now(), by: context.actor } as Command, context);

  const streamOf = (id: string): StreamName => `${category}-${id}`;
  return {
    load: (id: string) => load(streamOf(id)),
    /** With all events and their personal data. */
    loadWithHistory: (id: string) => loadWhole(streamOf(id)),
    /** For display only: also works while the stream is quarantined, as long as it can be read. */
    show: (id: string) => guard.reading(streamOf(id), loading.loadWhole, loading.loadWhole),
    /**
     * A reader calls this before it notifies anybody about the event. @throws StreamQuarantined when the stream
     * cannot be folded up to it
     */
    verify: async ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>, reader: string): Promise<void> => {
      if (hasFolded(stream, revision)) return;
      // Several readers verify the same event; the first one folds it for all.
      await verifying(stream, async () => {
        if (!hasFolded(stream, revision)) await guard.reading(stream, loading.load, loading.reload, reader);
      });
    },
    /** For a stream that cannot exist yet: skips reading. An append fails if it does. */
    unwritten: (id: string) => nothing(streamOf(id)),
    repeated,
    decide,
    /** Sends a command now, on a stream loaded earlier. */
    sendOn,
    /** Sends a command that needs only its own stream. */
    send: async (id: string, request: Request<Command>, context: CommandContext) =>
      sendOn(await load(streamOf(id)), request, context),
  };
};

/** A second state derived from the streams of a category, cached like the first. */
const openView = <Event extends DomainEvent, State>(view: Folding<Event, State>, deps: Deps) => {
  const { load, reload } = openLoading(view, deps);
  const guard = openGuard(deps.quarantine);
  return async (id: string): Promise<State> => (await guard.deciding(`${view.category}-${id}`, load, reload)).state;
};

export const openRepository = (deps: Deps) => {
  const inLine = serializeByKey();
  const streams = {
    accounts: openStreams(aggregates.accounts, deps, inLine),
    emails: openStreams(aggregates.emails, deps, inLine),
    usernames: openStreams(aggregates.usernames, deps, inLine),
    listings: openStreams(aggregates.listings, deps, inLine),
    unpaidPurchases: openStreams(aggregates.unpaidPurchases, deps, inLine),
    transactions: openStreams(aggregates.transactions, deps, inLine),
    conversations: openStreams(aggregates.conversations, deps, inLine),
    notificationStates: openStreams(aggregates.notificationStates, deps, inLine),
    caseDesks: openStreams(aggregates.caseDesks, deps, inLine),
    watchList: openStreams(aggregates.watchList, deps, inLine),
    savedSearches: openStreams(aggregates.savedSearches, deps, inLine),
    listingReports: openStreams(aggregates.listingReports, deps, inLine),
    reviews: openStreams(aggregates.reviews, deps, inLine),
    unmatchedEvents: openStreams(aggregates.unmatchedEvents, deps, inLine),
    bookChecks: openStreams(aggregates.bookChecks, deps, inLine),
    signingKeys: openStreams(aggregates.signingKeys, deps, inLine),
    securityLog: openStreams(aggregates.securityLog, deps, inLine),
    accessLog: openStreams(aggregates.accessLog, deps, inLine),
  };
  return {
    ...streams,
    /** What policies and e-mails need to know of a transaction; undefined if it does not exist. */
    saleFacts: openView(transactionSummary, deps),
    /** Only transactions can refuse a history when folding; other streams need no check beyond being readable. */
    verify: async (event: Pick<StoredEvent, 'stream' | 'revision'>, reader: string): Promise<void> => {
      if (event.stream.startsWith(`${aggregates.transactions.category}-`))
        await streams.transactions.verify(event, reader);
    },
  };
};

export type Repository = ReturnType<typeof openRepository>;
