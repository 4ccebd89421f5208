import type { DomainEvent } from '#domain/events.ts';
import { fold, ok, type Rejection, type Result } from '#domain/shared/decider.ts';
import { type Aggregate, aggregates } from './aggregates.ts';
import type { CommandContext, Outcome, Request } from './command.ts';
import { type InLine, openLines } from './inLine.ts';
import type { End, Journal } from './journal.ts';
import type { Clock } from './ports/clock.ts';
import { type Recorded, UnreadableEvent } from './ports/eventCodec.ts';
import { type Position, StreamMoved, type StreamName } from './ports/eventStore.ts';

/** What a command is decided on. */
export type Loaded<State> = End & {
  stream: StreamName;
  state: State;
  /** Of the last event. */
  position: Position | undefined;
  /** Of every command that has written here. */
  commandIds: ReadonlySet<string>;
};

type Deps = { journal: Journal; clock: Clock };

/** The streams of one category: what they say, and the one way to change them. */
const openStreams = <
  Command extends { type: string; at: number },
  Event extends DomainEvent,
  State,
  Refusal extends Rejection,
>(
  { category, events: types, decider, personal }: Aggregate<Command, Event, State, Refusal>,
  { journal, clock }: Deps,
  inLine: InLine,
) => {
  const isOwn = (event: Recorded): event is Recorded & Recorded<Event> => Object.hasOwn(types, event.type);
  const own = (events: readonly Recorded[]): Recorded<Event>[] => {
    const typed = events.filter(isOwn);
    const foreign = typed.length < events.length && events.find((event) => !isOwn(event));
    if (foreign) throw new UnreadableEvent(foreign, new Error(`it is no event of category ${category}`));
    return typed;
  };

  const nothing = (stream: StreamName): Loaded<State> => ({
    stream,
    state: decider.initial,
    revision: 'none',
    hash: null,
    position: undefined,
    commandIds: new Set(),
  });

  const further = (from: Loaded<State>, events: readonly Recorded<Event>[]): Loaded<State> => {
    const last = events.at(-1);
    if (!last) return from;
    return {
      stream: from.stream,
      state: fold<Command, Event, State, Refusal>(decider, events, from.state),
      revision: last.revision,
      hash: last.metadata.hash,
      position: last.position,
      commandIds: new Set([...from.commandIds, ...events.map(({ metadata }) => metadata.commandId)]),
    };
  };

  const loadWhole = async (stream: StreamName): Promise<Loaded<State> & { history: Recorded<Event>[] }> => {
    const history = own((await journal.load(stream)).events);
    return { ...further(nothing(stream), history), history };
  };

  const load = async (stream: StreamName): Promise<Loaded<State>> => {
    if (personal) return loadWhole(stream);
    return further(nothing(stream), own(await journal.readClear(stream, 0)));
  };

  /** What the same command has written before. */
  const earlier = async ({ stream, commandIds }: Loaded<State>, { commandId }: CommandContext) => {
    if (!commandIds.has(commandId)) return [];
    const { history } = await loadWhole(stream);
    return history.filter(({ metadata }) => metadata.commandId === commandId);
  };

  const attempt = async (
    loaded: Loaded<State>,
    command: Command,
    context: CommandContext,
  ): Promise<Result<Outcome<Event, State>, Refusal>> => {
    const { stream, state } = loaded;
    const written = await earlier(loaded, context);
    if (written.length > 0) return ok({ state, events: written, position: written.at(-1)?.position, repeated: true });

    const decision = decider.decide(command, state);
    if (!decision.ok) return decision;
    const events = decision.value;
    if (events.length === 0) return ok({ state, events, position: loaded.position, repeated: false });

    const { position } = await journal.append(stream, events, loaded, context);
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
        return await attempt(await load(stream), command, context);
      } catch (error) {
        if (!(error instanceof StreamMoved)) throw error;
        return attempt(await load(stream), command, context);
      }
    });
  };

  const streamOf = (id: string): StreamName => `${category}-${id}`;
  return {
    load: (id: string) => load(streamOf(id)),
    /** With every event and its personal data, for whoever looks for more than the state. */
    loadWithHistory: (id: string) => loadWhole(streamOf(id)),
    /** What nobody can have written to: nothing is read, and an append finds out if somebody has. */
    unwritten: (id: string) => nothing(streamOf(id)),
    earlier,
    decide,
    /** A command that needs nothing but its own stream. */
    send: async (id: string, request: Request<Command>, context: CommandContext) => {
      const command = { ...request, at: clock.now(), by: context.actor } as Command;
      return decide(await load(streamOf(id)), command, context);
    },
  };
};

/** Every aggregate's streams, typed. */
export const openRepository = (deps: Deps) => {
  const inLine = openLines();
  return {
    accounts: openStreams(aggregates.accounts, deps, inLine),
    emails: openStreams(aggregates.emails, deps, inLine),
    usernames: openStreams(aggregates.usernames, deps, inLine),
    listings: openStreams(aggregates.listings, deps, inLine),
    sales: openStreams(aggregates.sales, deps, inLine),
    conversations: openStreams(aggregates.conversations, deps, inLine),
    inboxes: openStreams(aggregates.inboxes, deps, inLine),
    orphans: openStreams(aggregates.orphans, deps, inLine),
    attestations: openStreams(aggregates.attestations, deps, inLine),
  };
};

export type Repository = ReturnType<typeof openRepository>;
