import { z } from 'zod';
import { LONGEST_REASON, PURPOSES, SHORTEST_REASON } from '#domain/audit/accessPurposes.ts';
import { ROLES } from '#domain/shared/actor.ts';
import { evidencePhoto, paging, person, timestamp } from './common.ts';

/** POST disclosures: opens personal fields of one event. The access is logged before the answer is sent. */
export const openDataAccess = z
  .object({
    subject: z.object({ stream: z.string().max(200), revision: z.int().min(0).max(10_000_000) }),
    fields: z.array(z.string().max(60)).min(1, 'Please say what to open').max(10),
    purpose: z.enum(PURPOSES, { error: 'Please choose a purpose' }),
    reason: z
      .string({ error: 'Please say why' })
      .trim()
      .min(SHORTEST_REASON, `Please say why, in at least ${SHORTEST_REASON} characters`)
      .max(LONGEST_REASON, `At most ${LONGEST_REASON} characters`),
  })
  .meta({ id: 'OpenDisclosure' });
export type OpenDataAccess = z.infer<typeof openDataAccess>;

export const openedData = z
  .object({
    fields: z.record(z.string(), z.unknown()),
    /**
     * Opens the commitments in the stored event: `path` within the event (`/data/text`), `salt` in base64. Empty for events of releases
     * without commitments.
     */
    openings: z.array(z.object({ path: z.string(), salt: z.string(), plaintext: z.unknown() })),
    /** Links to the pictures that a field names; they expire after some minutes. */
    photos: z.array(evidencePhoto),
    /** The people who see this access in their settings. */
    told: z.array(person),
    at: timestamp,
  })
  .meta({ id: 'OpenedData' });
export type OpenedData = z.infer<typeof openedData>;

/**
 * GET audit/streams/{stream}/opened: what the reader opened of a history today (UTC), oldest first. It needs no second reason and no second
 * log entry. It leaves out the words of the reason, which the people concerned and auditors read.
 */
export const openedToday = z
  .object({
    opened: z.array(openedData.extend({ revision: z.int(), purpose: z.enum(PURPOSES) }).meta({ id: 'OpenedToday' })),
  })
  .meta({ id: 'OpenedOfStream' });
export type OpenedToday = z.infer<typeof openedToday>;

/** `reason`: null once the person concerned is erased. */
export const dataAccess = z
  .object({
    id: z.string(),
    at: timestamp,
    by: person,
    role: z.enum(ROLES),
    /** The stream of the opened event. */
    of: z.string(),
    revision: z.int(),
    event: z.string(),
    fields: z.array(z.string()),
    purpose: z.enum(PURPOSES),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Disclosure' });
export type DataAccess = z.infer<typeof dataAccess>;

/** GET user/disclosures: newest first. */
export const ownDataAccesses = z.object({ disclosures: z.array(dataAccess) }).meta({ id: 'OwnDisclosures' });
export type OwnDataAccesses = z.infer<typeof ownDataAccesses>;

/** GET audit/disclosures. `who`: the reader or the person concerned, by username, e-mail address or id; or a sale, by number or id. */
export const dataAccessQuery = z
  .object({ who: z.string().trim().max(254).default(''), ...paging(50) })
  .meta({ id: 'DisclosureQuery' });
export type DataAccessQuery = z.output<typeof dataAccessQuery>;

export const dataAccessPage = z
  .object({
    /** What `who` names. */
    about: z.enum(['everybody', 'person', 'sale', 'nobody']),
    /** `concerned`: null for an export, which concerns many people, and if all people concerned are erased. */
    disclosures: z.array(dataAccess.extend({ concerned: person.nullable() })),
    totalCount: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'DisclosurePage' });
export type DataAccessPage = z.infer<typeof dataAccessPage>;
