import { z } from 'zod';
import { ROLES } from '../../shared/actor.ts';
import { type EventOf, fact, personal } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';

/** Why personal data is opened, from a list; one’s own words come with it. */
export const PURPOSES = ['dispute', 'fraud', 'support', 'audit', 'law'] as const;
export type Purpose = (typeof PURPOSES)[number];

const name = z.string().regex(/^[A-Za-z]{1,60}$/);

/** Stream `disclosure-{accountId}`: who opened what of an account’s own, and why. */
export const dataAccessEvents = {
  /** `of` and `revision`: the event that was opened; `event` is its type. Of what was read there is nothing here. */
  PersonalDataOpened: fact({
    openedBy: id,
    role: z.enum(ROLES),
    of: z.string().regex(/^[a-z]+-[0-9a-f]{32}$/),
    revision: z.int().min(0),
    event: name,
    fields: z.array(name).min(1),
    purpose: z.enum(PURPOSES),
    reason: personal(z.string()),
  }),
} as const;

export type DataAccessEvent = EventOf<typeof dataAccessEvents>;
