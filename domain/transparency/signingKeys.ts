import { z } from 'zod';
import type { Actor } from '../shared/actor.ts';
import { type Decider, record } from '../shared/decider.ts';
import { type EventOf, firstVersion } from '../shared/events.ts';
import type { Instant } from '../shared/instants.ts';

/** Stream `log-keys`: the sequence of keys that sign the transparency log. */
export const logKeyEvents = {
  /** `change`: a note that names both keys and is signed with both. */
  LogKeyChanged: firstVersion({ change: z.string().max(2_000) }),
} as const;

export type LogKeyEvent = EventOf<typeof logKeyEvents>;

export type ChangeLogKey = { type: 'ChangeLogKey'; at: Instant; by: Actor; change: string };

/** Not verified here: every reader checks the signatures. */
export type LogKeys = { changes: readonly string[] };

/** Idempotent: a repeated change writes nothing. */
export const logKeys: Decider<ChangeLogKey, LogKeyEvent, LogKeys, never> = {
  initial: { changes: [] },
  evolve: ({ changes }, { data }) => ({ changes: [...changes, data.change] }),
  decide: ({ at, change }, { changes }) =>
    changes.includes(change) ? record() : record({ type: 'LogKeyChanged', data: { at, change } }),
};
