import { expect } from 'vitest';
import { type Decider, fold, type Rejection } from '#domain/shared/decider.ts';

/** given(history).when(command).emits(events) or .isRejected(refusal): one sentence per rule. */
export const givenWith =
  <Command, Event, State, Refusal extends Rejection>(decider: Decider<Command, Event, State, Refusal>) =>
  (...history: Event[]) => ({
    when: (command: Command) => {
      const decision = decider.decide(command, fold(decider, history));
      return {
        emits: (...events: unknown[]) => expect(decision).toEqual({ ok: true, value: events }),
        changesNothing: () => expect(decision).toEqual({ ok: true, value: [] }),
        isRejected: (refusal: Refusal) => expect(decision).toEqual({ ok: false, error: refusal }),
      };
    },
    state: () => fold(decider, history),
  });
