import { z } from 'zod';
import { type Actor, ROLES, type Role } from '../shared/actor.ts';
import { type Decider, record, reject } from '../shared/decider.ts';
import { type EventOf, firstVersion, personal } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { PURPOSES, type Purpose, SHORTEST_REASON } from './accessPurposes.ts';

const name = z.string().regex(/^[A-Za-z]{1,60}$/);

/** Stream `disclosure-{accountId}`: who opened which personal data of this account, and why. */
export const dataAccessEvents = {
  /** `of`, `revision`, `event`: the opened event and its type. The values read are not stored. */
  PersonalDataOpened: firstVersion({
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

export type OpenPersonalData = {
  type: 'OpenPersonalData';
  at: Instant;
  by: Actor;
  of: string;
  revision: number;
  event: string;
  fields: readonly string[];
  purpose: Purpose;
  reason: string;
};

export type DataAccessRejection = { code: 'reasonRequired' } | { code: 'notAllowed' };

/** Empty: no decision depends on it. */
export const dataAccessesShape = z.object({});
export type DataAccesses = z.infer<typeof dataAccessesShape>;

const isRole = (role: Actor['role']): role is Role => role !== 'system' && role !== 'provider';

export const dataAccesses: Decider<OpenPersonalData, DataAccessEvent, DataAccesses, DataAccessRejection> = {
  initial: {},
  evolve: (state) => state,
  decide: ({ at, by, of, revision, event, fields, purpose, reason }) => {
    const { id, role } = by;
    if (!isRole(role)) return reject({ code: 'notAllowed' });
    if (reason.trim().length < SHORTEST_REASON) return reject({ code: 'reasonRequired' });
    const opened = { at, openedBy: id, role, of, revision, event, fields: [...fields], purpose, reason: reason.trim() };
    return record({ type: 'PersonalDataOpened', data: opened });
  },
};
