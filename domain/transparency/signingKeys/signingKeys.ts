import type { Actor } from '../../shared/actor.ts';
import { type Decider, record } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { LogKeyEvent } from './events.ts';

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
