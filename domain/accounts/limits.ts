import type { Role } from '../shared/actor.ts';
import { DAY, HOUR, MINUTE } from '../shared/instants.ts';
import { inDays, inHours, inMinutes } from '../shared/lengths.ts';

/** From the request to the erasure of an account. Until then the owner can cancel it. */
export const DELETION_PERIOD = 30 * DAY;
/** An open case about a transaction delays the erasure of its parties for so long, counted from the beginning of the case. */
export const CASE_KEEPS_ACCOUNT = 365 * DAY;
/** From termination to erasure. Until then the owner can object and staff can reinstate the account. */
export const OBJECTION_PERIOD = 30 * DAY;
/** Payouts wait this long after a change of bank account, so a stolen session cannot redirect one. */
export const BANK_CHANGE_HOLD = 72 * HOUR;
/** Unused accounts are deleted after this many years. */
export const YEARS_OF_INACTIVITY = 2;
export const RECENT_RATINGS = 30 * DAY;
/** How long an e-mail link is valid. */
export const VERIFICATION_LINK = 24 * HOUR;
export const RESET_LINK = 1 * HOUR;
/** How long the verification link recognises the browser that registered. The link may be a later one. */
export const REGISTRANT = 7 * DAY;
/** How long the first second factor is pending, and how young a factor must be for a reset to remove it. */
export const FACTOR_PENDING = 72 * HOUR;
/** How long both addresses can confirm a change. */
export const EMAIL_CHANGE = 72 * HOUR;

/**
 * A session ends `after` its sign-in, however much it is used. It also ends after `idle` without use, or after
 * `asleep` in a browser that has a refresh token.
 */
type SessionTerm = { after: number; idle: number; asleep: number };
const OF_MEMBERS: SessionTerm = { after: 30 * DAY, idle: 1 * HOUR, asleep: 30 * DAY };
/** For roles besides member: an abandoned session must not come back. */
const OF_COLLEAGUES: SessionTerm = { after: 12 * HOUR, idle: 15 * MINUTE, asleep: 15 * MINUTE };
/** A spent refresh token gets the same answer again for this long. */
export const SPENT_TOKEN = 1 * MINUTE;

/** Open sessions per account. One more ends the least recently used. */
export const MOST_SESSIONS = 20;

/** How long a step-up lasts. */
export const STEP_UP = 10 * MINUTE;

export const isColleague = (roles: readonly Role[]): boolean => roles.some((role) => role !== 'member');
export const sessionTermOf = (roles: readonly Role[]): SessionTerm => (isColleague(roles) ? OF_COLLEAGUES : OF_MEMBERS);

/** The same lengths as text. */
export const ACCOUNT_TERMS = {
  deletion: inDays(DELETION_PERIOD),
  caseKeepsAccount: inDays(CASE_KEEPS_ACCOUNT),
  objection: inDays(OBJECTION_PERIOD),
  stepUp: inMinutes(STEP_UP),
  bankChange: inHours(BANK_CHANGE_HOLD),
  recentRatings: inDays(RECENT_RATINGS),
  emailChange: inHours(EMAIL_CHANGE),
  verificationLink: inHours(VERIFICATION_LINK),
} as const;

/** How long a second admin can confirm a proposed role. */
export const ROLE_PROPOSAL = 72 * HOUR;
/** For this long a new colleague can neither decide about money nor terminate accounts. */
export const NEW_COLLEAGUE = 72 * HOUR;

export const GRANT_TERMS = { roleProposal: inHours(ROLE_PROPOSAL), newColleague: inHours(NEW_COLLEAGUE) } as const;

/** How long a passkey challenge is valid. */
export const PASSKEY_ANSWER = 5 * MINUTE;
/** Passkeys per account. */
export const MOST_PASSKEYS = 20;

export const PASSKEY_TERMS = { answer: inMinutes(PASSKEY_ANSWER) } as const;

/** An e-mail is sent for a message that stays unread this long. */
export const UNREAD_FOR = 15 * MINUTE;
export const UNREAD_TERM = inMinutes(UNREAD_FOR);
