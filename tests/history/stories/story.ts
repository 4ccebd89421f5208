import type { Decider, Rejection } from '#domain/shared/decider.ts';
import type { Act } from '../storing.ts';

/** A stream from its beginning. */
export type Story = {
  about: string;
  stream: string;
  acts: Act[];
  /** Its events are stored as by the first release. */
  ofFirstRelease?: boolean;
  /** Subjects whose keys are erased. */
  erased?: string[];
};

/** The events of successive commands. @throws if one is rejected */
export const actsOf = <
  Command extends { type: string; by?: { id: string; role: string } },
  Event extends { type: string; data: unknown },
  State,
  Refusal extends Rejection,
>(
  { initial, decide, evolve }: Decider<Command, Event, State, Refusal>,
  commands: readonly Command[],
): Act[] => {
  let state = initial;
  return commands.map((command) => {
    const decision = decide(command, state);
    if (!decision.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(decision.error)}`);
    state = decision.value.reduce(evolve, state);
    return { actor: command.by ?? { id: 'system', role: 'system' }, events: decision.value };
  });
};
