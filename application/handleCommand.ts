import type { DomainEvent } from '#domain/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { type Decider, fold, ok, type Rejection, type Result } from '#domain/shared/decider.ts';
import { type InLine, openLines } from './inLine.ts';
import type { Journal } from './journal.ts';
import { type Position, StreamMoved, type StreamName } from './ports/eventStore.ts';

/** Who sends a command, and why. The same `commandId` again writes nothing new and answers as the first time. */
export type CommandContext = {
  commandId: string;
  correlationId: string;
  /** The event or request that caused it. */
  causationId: string;
  actor: Actor;
};

export type Outcome<Event, State> = {
  state: State;
  /** What this command wrote; empty when it had nothing to change. */
  events: Event[];
  /** Of the last event written, or of the stream's last one; undefined for a stream without events. */
  position: Position | undefined;
};

const linesOf = new WeakMap<Journal, InLine>();
const inLineAt = (journal: Journal): InLine => {
  const known = linesOf.get(journal) ?? openLines();
  linesOf.set(journal, known);
  return known;
};

/**
 * Load, decide, append; decide again when the stream moved meanwhile, three times at most (then StreamMoved is thrown). Whoever was
 * overtaken goes on in line with the others of this process at that stream: of many at once none is overtaken for a third time by them.
 */
export const handleCommand = async <Command, Event extends DomainEvent, State, Refusal extends Rejection>(
  journal: Journal,
  decider: Decider<Command, Event, State, Refusal>,
  stream: StreamName,
  command: Command,
  context: CommandContext,
): Promise<Result<Outcome<Event, State>, Refusal>> => {
  const attempt = async (): Promise<Result<Outcome<Event, State>, Refusal>> => {
    const history = await journal.load(stream);
    const past = history.events as unknown as Event[];
    const state = fold(decider, past);
    const earlier = history.events.filter((event) => event.metadata.commandId === context.commandId);
    if (earlier.length > 0)
      return ok({ state, events: earlier as unknown as Event[], position: earlier.at(-1)?.position });

    const decision = decider.decide(command, state);
    if (!decision.ok) return decision;
    if (decision.value.length === 0) return ok({ state, events: [], position: history.events.at(-1)?.position });

    const { position } = await journal.append(stream, decision.value, history, context);
    return ok({ state: fold(decider, decision.value, state), events: decision.value, position });
  };

  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof StreamMoved)) throw error;
  }
  return inLineAt(journal)(stream, async () => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StreamMoved)) throw error;
      return attempt();
    }
  });
};
