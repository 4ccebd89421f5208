import { z } from 'zod';
import { type EventOf, fact } from '../../shared/events.ts';

/** Stream `log-keys`: which key signs the transparency log after which. */
export const logKeyEvents = {
  /** `change`: a note that names both keys, signed with both. */
  LogKeyChanged: fact({ change: z.string().max(2_000) }),
} as const;

export type LogKeyEvent = EventOf<typeof logKeyEvents>;
