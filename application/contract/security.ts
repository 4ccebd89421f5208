import { z } from 'zod';
import { id, paging, timestamp } from './common.ts';

/** Kinds of security facts; each has several types. */
export const SECURITY_KINDS = ['signIns', 'refusedSignIns', 'refusedAccess', 'roles', 'secrets', 'standing'] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/**
 * GET audit/security: `who` a username, an e-mail address, an id, or a digest of a network or an address; `from` and `to` bound the time,
 * `to` exclusive. Newest first.
 */
export const securityQuery = z
  .object({
    who: z.string().trim().max(254).default(''),
    kind: z.enum(['all', ...SECURITY_KINDS], { error: 'Unknown kind of event' }).default('all'),
    from: timestamp.optional(),
    to: timestamp.optional(),
    ...paging(50),
  })
  .meta({ id: 'SecurityQuery' });
export type SecurityQuery = z.output<typeof securityQuery>;

const person = z.object({ _id: id, username: z.string() });

export const securityEvent = z
  .object({
    id: z.string(),
    at: timestamp,
    type: z.string(),
    /** The history that it stands in, and where. */
    stream: z.string(),
    revision: z.int(),
    /** Null: nobody has the address that was typed. */
    account: person.nullable(),
    /** Who did it to the account; null: they themselves, or a part of ours. */
    by: person.nullable(),
    /** Digests: the same address has the same one for a month. */
    network: z.string().nullable(),
    address: z.string().nullable(),
    /** The how-manieth of its kind that day. */
    times: z.int(),
    way: z.string().nullable(),
    why: z.string().nullable(),
    call: z.string().nullable(),
    role: z.string().nullable(),
    secondFactor: z.boolean().nullable(),
  })
  .meta({ id: 'SecurityFact' });
export type SecurityEventAnswer = z.infer<typeof securityEvent>;

export const securityPage = z
  .object({ facts: z.array(securityEvent), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'SecurityPage' });
export type SecurityPage = z.infer<typeof securityPage>;
