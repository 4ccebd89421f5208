import { z } from 'zod';
import type { Actor, Role } from '../../shared/actor.ts';
import { type Decider, record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { DataAccessEvent, Purpose } from './events.ts';
import { SHORTEST_REASON } from './reasons.ts';

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

/** What was opened is not what anything is decided by. */
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
