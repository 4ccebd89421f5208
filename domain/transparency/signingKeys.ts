import { z } from 'zod';
import type { Actor } from '../shared/actor.ts';
import { type Decider, record } from '../shared/decider.ts';
import { type EventOf, fact } from '../shared/events.ts';
import type { Instant } from '../shared/instants.ts';

/** Stream `log-keys`: which key signs the transparency log after which. */
export const logKeyEvents = {
  /** `change`: a note that names both keys, signed with both. */
  LogKeyChanged: fact({ change: z.string().max(2_000) }),
} as const;

export type LogKeyEvent = EventOf<typeof logKeyEvents>;

export type ChangeLogKey = { type: 'ChangeLogKey'; at: Instant; by: Actor; change: string };

/** What was written so far. Whether it is signed is for whoever reads it. */
export type LogKeys = { changes: readonly string[] };

/** A change that is told again, after a stop in between, is one. */
export const logKeys: Decider<ChangeLogKey, LogKeyEvent, LogKeys, never> = {
  initial: { changes: [] },
  evolve: ({ changes }, { data }) => ({ changes: [...changes, data.change] }),
  decide: ({ at, change }, { changes }) =>
    changes.includes(change) ? record() : record({ type: 'LogKeyChanged', data: { at, change } }),
};
