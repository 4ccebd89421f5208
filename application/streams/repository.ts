import type { DomainEvent } from '#domain/events.ts';
import { fold, ok, type Rejection, type Result } from '#domain/shared/decider.ts';
import type { Clock } from '../ports/clock.ts';
import { type StoredEvent, StreamMoved, type StreamName } from '../ports/eventStore.ts';
import type { Quarantine } from '../ports/quarantine.ts';
import { type Aggregate, aggregates, type Folding } from './aggregates.ts';
import type { CommandContext, Outcome, Request } from './command.ts';
import { shortened } from './commandIds.ts';
import { type InLine, openLines } from './keyedQueue.ts';
import { type Loaded, type LoadingDeps, openLoading } from './loading.ts';
import { openGuard } from './quarantine/guard.ts';
import { transactionSummary } from './transactionSummary.ts';

type Deps = LoadingDeps & {
  clock: Clock;
  /** None: for programs that only read. */
  quarantine?: Pick<Quarantine, 'find' | 'put'>;
};

/** The streams of one category: what they say, and the one way to change them. */
const openStreams = <
  Command extends { type: string; at: number },
  Event extends DomainEvent,
  State,
  Refusal extends Rejection,
>(
  aggregate: Aggregate<Command, Event, State, Refusal>,
  deps: Deps,
  inLine: InLine,
) => {
  const { category, decider } = aggregate;
  const { journal, clock } = deps;
  const loading = openLoading(aggregate, deps);
  const { nothing, hasFolded } = loading;
  const guard = openGuard(deps.quarantine);
  const verifying = openLines();
  const load = (stream: StreamName) => guard.deciding(stream, loading.load, loading.reload);
  const reload = (stream: StreamName) => guard.deciding(stream, loading.reload, loading.reload);
  const loadWhole = (stream: StreamName) => guard.deciding(stream, loading.loadWhole, loading.loadWhole);

  /** What the same command answered the first time; undefined when it is new. However long ago: ids are kept with every state. */
  const repeated = async (
    { stream, commandIds }: Loaded<State>,
    { commandId, wrote }: CommandContext,
  ): Promise<Outcome<Event, State> | undefined> => {
    if (!commandIds.has(shortened(commandId))) return undefined;
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
    if (!decision.ok) return decision;
    const events = decision.value;
    if (events.length === 0) return ok({ state, events, position: loaded.position, repeated: false });

    const { position, revision, hash } = await journal.append(stream, events, loaded, context);
    context.wrote?.({ stream, first: revision - events.length + 1, revision, hash });
    return ok({ state: fold(decider, events, state), events, position, repeated: false });
  };

  /**
   * Decides on what was loaded and appends; decides again when the stream has moved meanwhile, three times at most (then StreamMoved
   * is thrown). Whoever was overtaken goes on in line with the others of this process at that stream: of many at once none is
   * overtaken for a third time by them.
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
    /** With every event and its personal data, for whoever looks for more than the state. */
    loadWithHistory: (id: string) => loadWhole(streamOf(id)),
    /** The same to be shown only: also while the stream is in quarantine, as long as it can be read. */
    show: (id: string) => guard.reading(streamOf(id), loading.loadWhole, loading.loadWhole),
    /** @throws StreamQuarantined when the stream cannot be folded as far as this event; `reader` asks before it tells anybody of it. */
    verify: async ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>, reader: string): Promise<void> => {
      if (hasFolded(stream, revision)) return;
      // Several readers ask at the same event: the first has folded it for the others.
      await verifying(stream, async () => {
        if (!hasFolded(stream, revision)) await guard.reading(stream, loading.load, loading.reload, reader);
      });
    },
    /** What nobody can have written to: nothing is read, and an append finds out if somebody has. */
    unwritten: (id: string) => nothing(streamOf(id)),
    repeated,
    decide,
    /** A command of now on a stream that was loaded for another reason, too. */
    sendOn,
    /** A command that needs nothing but its own stream. */
    send: async (id: string, request: Request<Command>, context: CommandContext) =>
      sendOn(await load(streamOf(id)), request, context),
  };
};

/** What else follows from the streams of a category, read on from where this process has folded it. */
const openView = <Event extends DomainEvent, State>(view: Folding<Event, State>, deps: Deps) => {
  const { load, reload } = openLoading(view, deps);
  const guard = openGuard(deps.quarantine);
  return async (id: string): Promise<State> => (await guard.deciding(`${view.category}-${id}`, load, reload)).state;
};

/** Every aggregate's streams, typed. */
export const openRepository = (deps: Deps) => {
  const inLine = openLines();
  const streams = {
    accounts: openStreams(aggregates.accounts, deps, inLine),
    emails: openStreams(aggregates.emails, deps, inLine),
    usernames: openStreams(aggregates.usernames, deps, inLine),
    listings: openStreams(aggregates.listings, deps, inLine),
    buyers: openStreams(aggregates.unpaidPurchases, deps, inLine),
    sales: openStreams(aggregates.transactions, deps, inLine),
    conversations: openStreams(aggregates.conversations, deps, inLine),
    inboxes: openStreams(aggregates.notificationStates, deps, inLine),
    watching: openStreams(aggregates.watchList, deps, inLine),
    searches: openStreams(aggregates.savedSearches, deps, inLine),
    notices: openStreams(aggregates.listingReports, deps, inLine),
    reviews: openStreams(aggregates.reviews, deps, inLine),
    orphans: openStreams(aggregates.unmatchedEvents, deps, inLine),
    attestations: openStreams(aggregates.bookChecks, deps, inLine),
    logKeys: openStreams(aggregates.signingKeys, deps, inLine),
    security: openStreams(aggregates.securityLog, deps, inLine),
    disclosures: openStreams(aggregates.accessLog, deps, inLine),
  };
  return {
    ...streams,
    /** What policies and emails need to know of a sale; undefined for one that never came. */
    saleFacts: openView(transactionSummary, deps),
    /** As that of sales, whose fold alone refuses histories; what other streams say is believed as soon as it can be read. */
    verify: async (event: Pick<StoredEvent, 'stream' | 'revision'>, reader: string): Promise<void> => {
      if (event.stream.startsWith(`${aggregates.transactions.category}-`)) await streams.sales.verify(event, reader);
    },
  };
};

export type Repository = ReturnType<typeof openRepository>;
