import { z } from 'zod';
import { STAFF_ACTIONS } from '#domain/accounts/staffActions.ts';
import { SUSPENSION_GROUNDS } from '#domain/accounts/suspensionGrounds.ts';
import { ROLES } from '#domain/shared/actor.ts';
import { id, paging, person, timestamp } from './common.ts';

const REASON_REQUIRED = 'A reason is required';
/** GET staff/accounts: by username prefix, e-mail address or id. Newest first. */
export const accountSearch = z
  .object({
    search: z.string().trim().max(254).default(''),
    status: z
      .enum(['unverified', 'active', 'suspended', 'termination_proposed', 'deletion_pending', 'deleted', 'all'])
      .default('all'),
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
    /** Waits for a second person to terminate it. */
    terminationProposed: z.boolean(),
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
    /** Unpaid purchases. `last`: the latest, newest first. */
    letGo: z.object({
      times: z.int(),
      last: z.array(z.object({ how: z.enum(['lapsed', 'abandoned']), at: timestamp, listing: id })),
    }),
    /** Reports about messages of this account. */
    reports: z.int(),
    /** Reported listings of this account, and its reported reviews and answers. */
    listingsReported: z.int(),
    reviewsReported: z.int(),
    eraseAt: timestamp.nullable(),
    /** Registration, suspensions, warnings, roles and deletion, oldest first. `by`: null for the account itself or the system. */
    history: z.array(
      z.object({ event: z.string(), at: timestamp, detail: z.string().nullable(), by: person.nullable() }),
    ),
    /** A termination that waits for a second staff member; otherwise null. */
    termination: z
      .object({ proposalId: id, reason: z.string().nullable(), proposedBy: person, proposedAt: timestamp })
      .nullable(),
    /** What the caller may do now. */
    allowed: z.array(z.enum(STAFF_ACTIONS)),
  })
  .meta({ id: 'AccountFile' });
export type AccountFile = z.infer<typeof accountFile>;

/** POST staff/accounts/{id}/reinstate (answer: the account file); POST staff/listings/{id}/remove (204). */
export const withReason = z
  .object({
    reason: z.string({ error: REASON_REQUIRED }).trim().min(1, REASON_REQUIRED).max(1000, 'At most 1000 characters'),
  })
  .meta({ id: 'WithReason' });

export const suspensionGround = z.enum(SUSPENSION_GROUNDS, { error: 'Please select the ground' });

/** POST staff/accounts/{id}/suspend. The e-mail to the owner names the ground, not the reason. */
export const suspendAccount = withReason.extend({ ground: suspensionGround }).meta({ id: 'SuspendAccount' });

/** POST staff/accounts/{id}/terminate/confirm, by a second person. It answers the account file, as do /terminate and /terminate/reject. */
export const confirmTermination = withReason.extend({ proposalId: id }).meta({ id: 'ConfirmTermination' });

/** POST staff/accounts/{id}/terminate/reject. Its author withdraws it with this call. */
export const rejectTermination = withReason.extend({ proposalId: id }).meta({ id: 'RejectTermination' });

/** Waits for a second staff member. */
export const terminationProposal = z
  .object({ account: person, proposedBy: person, proposedAt: timestamp })
  .meta({ id: 'TerminationProposal' });
export type TerminationProposal = z.infer<typeof terminationProposal>;

/** Waits for a second admin until it lapses. */
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

/** GET admin/accounts-with-roles: accounts with a role other than `member`, and proposed roles, next to lapse first. */
export const roleHolders = z
  .object({ accounts: z.array(accountSummary), proposals: z.array(roleProposal) })
  .meta({ id: 'RoleHolders' });

/** POST admin/roles/confirm, by a different admin, and /withdraw, by the author. */
export const answerRoleProposal = z.object({ account: id, proposalId: id }).meta({ id: 'AnswerRoleProposal' });

/** POST admin/roles/grant, which only proposes, and /revoke. `account`: an e-mail address or id. */
export const roleChange = z
  .object({
    account: z.string({ error: 'Please name an account' }).trim().min(1, 'Please name an account').max(254),
    role: z.enum(['staff', 'auditor', 'admin'], { error: 'Please select a role' }),
  })
  .meta({ id: 'RoleChange' });

export const roleChanged = z
  .object({ success: z.literal(true), message: z.string(), account: accountSummary })
  .meta({ id: 'RoleChanged' });
