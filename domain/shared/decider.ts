/**
 * An expected refusal, returned and never thrown. `code` is stable; the HTTP layer maps it to a status and a message.
 */
export type Rejection = { code: string };

export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal };

/** One aggregate. Pure: time, ids and facts from other streams come in with the command. */
export type Decider<Command, Event, State, Refusal extends Rejection = Rejection> = {
  initial: State;
  decide: (command: Command, state: State) => Result<Event[], Refusal>;
  evolve: (state: State, event: Event) => State;
};

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/** Accepts the command and writes these events; none if it had already taken effect. */
export const record = <Event>(...events: Event[]): Result<Event[], never> => ok(events);

export const reject = <Refusal extends Rejection>(error: Refusal): Result<never, Refusal> => ({ ok: false, error });

export const fold = <Command, Event, State, Refusal extends Rejection>(
  decider: Decider<Command, Event, State, Refusal>,
  events: readonly Event[],
  from: State = decider.initial,
): State => events.reduce(decider.evolve, from);
