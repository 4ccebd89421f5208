import { z } from 'zod';
import { STAFF_ACTIONS } from '#domain/accounts/staffActions.ts';
import { ROLES } from '#domain/shared/actor.ts';
import { id, paging, timestamp } from './common.ts';

const REASON_REQUIRED = 'A reason is required';
const person = z.object({ _id: id, username: z.string() });

/** GET staff/accounts: by beginnings of the username, by the e-mail address or the id. Newest first. */
export const accountSearch = z
  .object({
    search: z.string().trim().max(254).default(''),
    status: z.enum(['unverified', 'active', 'suspended', 'deletion_pending', 'deleted', 'all']).default('all'),
    ...paging(20),
  })
  .meta({ id: 'AccountSearch' });
export type AccountSearch = z.output<typeof accountSearch>;

export const accountSummary = z
  .object({
    _id: id,
    username: z.string(),
    email: z.string(),
    country: z.string(),
    status: z.string(),
    /** Suspended for good. */
    terminated: z.boolean(),
    roles: z.array(z.enum(ROLES)),
    joinDate: timestamp,
  })
  .meta({ id: 'AccountSummary' });
export type AccountSummary = z.infer<typeof accountSummary>;

export const accountPage = z
  .object({ accounts: z.array(accountSummary), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'AccountPage' });

/** GET staff/accounts/{id}: without passwords, tokens, addresses and bank data. */
export const accountFile = accountSummary
  .extend({
    fullName: z.string().nullable(),
    seller: z.object({ feeAccepted: z.boolean(), bankVerified: z.boolean(), payoutsHeldUntil: timestamp.nullable() }),
    ratings: z.object({ count: z.int(), average: z.number().nullable() }),
    sales: z.object({ total: z.int(), open: z.int(), disputed: z.int(), chargedBack: z.int() }),
    listings: z.object({ active: z.int(), sold: z.int() }),
    /** Purchases that it let go unpaid, of which the last ones, newest first. */
    letGo: z.object({
      times: z.int(),
      last: z.array(z.object({ how: z.enum(['lapsed', 'abandoned']), at: timestamp, listing: id })),
    }),
    /** Reports about messages of this account. */
    reports: z.int(),
    eraseAt: timestamp.nullable(),
    /** Registration, suspensions, roles and deletion, oldest first. `by`: null for the account itself or the system. */
    history: z.array(
      z.object({ event: z.string(), at: timestamp, detail: z.string().nullable(), by: person.nullable() }),
    ),
    /** Proposed by one member of staff, waiting for another; null before and after. */
    termination: z
      .object({ proposalId: id, reason: z.string().nullable(), proposedBy: person, proposedAt: timestamp })
      .nullable(),
    /** What the caller may do now. */
    allowed: z.array(z.enum(STAFF_ACTIONS)),
  })
  .meta({ id: 'AccountFile' });
export type AccountFile = z.infer<typeof accountFile>;

/** POST staff/accounts/{id}/suspend and /reinstate (answer: the account file); POST staff/listings/{id}/remove (204). */
export const withReason = z
  .object({
    reason: z.string({ error: REASON_REQUIRED }).trim().min(1, REASON_REQUIRED).max(1000, 'At most 1000 characters'),
  })
  .meta({ id: 'WithReason' });

/** POST staff/accounts/{id}/terminate/confirm, by a second person; answer: the account file, as from /terminate and /terminate/reject. */
export const confirmTermination = z.object({ proposalId: id }).meta({ id: 'ConfirmTermination' });

/** POST staff/accounts/{id}/terminate/reject; by who had proposed it, it takes the proposal back. */
export const rejectTermination = withReason.extend({ proposalId: id }).meta({ id: 'RejectTermination' });

/** Proposed by one admin, waiting for another until it lapses. */
export const roleProposal = z
  .object({
    proposalId: id,
    role: z.enum(ROLES),
    account: person,
    proposedBy: person,
    proposedAt: timestamp,
    lapsesAt: timestamp,
  })
  .meta({ id: 'RoleProposal' });
export type RoleProposal = z.infer<typeof roleProposal>;

/** GET admin/accounts-with-roles: everybody who holds a role beside `member`, and who is to be given one, the next to lapse first. */
export const roleHolders = z
  .object({ accounts: z.array(accountSummary), proposals: z.array(roleProposal) })
  .meta({ id: 'RoleHolders' });

/** POST admin/roles/confirm, by another admin than who proposed it, and /withdraw, by who did; answer: the account as it is then. */
export const answerRoleProposal = z.object({ account: id, proposalId: id }).meta({ id: 'AnswerRoleProposal' });

/** POST admin/roles/grant, which proposes, and /revoke, by the e-mail address or the id of the account; answer: the account as it is then. */
export const roleChange = z
  .object({
    account: z.string({ error: 'Please say whose role' }).trim().min(1, 'Please say whose role').max(254),
    role: z.enum(['staff', 'auditor', 'admin'], { error: 'Please select a role' }),
  })
  .meta({ id: 'RoleChange' });

export const roleChanged = z
  .object({ success: z.literal(true), message: z.string(), account: accountSummary })
  .meta({ id: 'RoleChanged' });
