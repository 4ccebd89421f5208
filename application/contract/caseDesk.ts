import { z } from 'zod';
import { id, person, timestamp } from './common.ts';

/** Internal: never part of an answer to a party. `text`: `[erased]` once its key is erased, `[personal]` if the reader may not see it. */
const caseNote = z.object({ _id: z.string(), by: person, at: timestamp, text: z.string() }).meta({ id: 'CaseNote' });

/** How staff share the work on the cases of a sale. `notes`: oldest first. */
export const caseDesk = z
  .object({
    assignee: person.nullable(),
    /** Null if it is not snoozed, or no longer. */
    snoozedUntil: timestamp.nullable(),
    notes: z.array(caseNote),
    /** Staff who can take the case; without its assignee, and without those who may act on none of its open cases. */
    colleagues: z.array(person),
    /** Nobody on the staff may act on one of its open cases: each proposed or decided what it is about, or is a party. Absent: false. */
    nobodyLeft: z.boolean().optional(),
  })
  .meta({ id: 'CaseDesk' });
export type CaseDesk = z.infer<typeof caseDesk>;

/**
 * PUT staff/cases/{id}/reading, every 20 seconds while the case is on the screen. `newest`: of what the screen shows. `visit`: a new id each
 * time the case is opened. A report of a visit that was left means nothing, however late it arrives.
 */
export const readCase = z
  .object({
    reading: z.boolean(),
    newest: timestamp.optional(),
    visit: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'This is not the id of a visit')
      .optional(),
  })
  .meta({ id: 'ReadCase' });

/** `readers`: without the caller. `readTo`: what the caller had read before this request; null at the first visit. */
export const caseReaders = z
  .object({ readers: z.array(person), readTo: timestamp.nullable() })
  .meta({ id: 'CaseReaders' });
export type CaseReaders = z.infer<typeof caseReaders>;

const from = z.object({ from: id.nullable() });

/**
 * POST staff/cases/{id}/assign. `from`: the assignee that was shown; 409 `caseTaken` if it has changed. `to`: by default yourself; 409
 * `excludedFromCase` for somebody who decided or proposed what the case is about.
 */
export const assignCase = from.extend({ to: id.optional() }).meta({ id: 'AssignCase' });

/** POST staff/cases/{id}/unassign. */
export const unassignCase = from.meta({ id: 'UnassignCase' });

/** POST staff/cases/{id}/snooze: hides its cases from the queue until that day in UTC, news, or a day before the deadline. */
export const snoozeCase = z.object({ until: z.iso.date({ error: 'Please choose a day' }) }).meta({ id: 'SnoozeCase' });

/** POST staff/cases/{id}/notes. */
export const writeNote = z
  .object({
    text: z
      .string({ error: 'A note is required' })
      .trim()
      .min(1, 'A note is required')
      .max(1000, 'At most 1000 characters'),
  })
  .meta({ id: 'WriteNote' });
