/** An expected refusal: a value, never an exception. `code` is stable, the edge turns it into a status and a text. */
export type Rejection = { code: string };

export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal };

/** One aggregate. Pure: time, ids and what other streams know come in with the command. */
export type Decider<Command, Event, State, Refusal extends Rejection = Rejection> = {
  initial: State;
  decide: (command: Command, state: State) => Result<Event[], Refusal>;
  evolve: (state: State, event: Event) => State;
};

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/** The decision to write these facts; none at all is a legal decision (the command had already taken effect). */
export const record = <Event>(...events: Event[]): Result<Event[], never> => ok(events);

export const reject = <Refusal extends Rejection>(error: Refusal): Result<never, Refusal> => ({ ok: false, error });

/** Folds a history; used by handlers, projections and tests alike. */
export const fold = <Command, Event, State, Refusal extends Rejection>(
  decider: Decider<Command, Event, State, Refusal>,
  events: readonly Event[],
  from: State = decider.initial,
): State => events.reduce(decider.evolve, from);
