import type { Role } from '../shared/actor.ts';
import { DAY, HOUR, MINUTE } from '../shared/instants.ts';
import { inDays, inHours, inMinutes } from '../shared/lengths.ts';

/** So long after the wish to be deleted an account is erased; until then it can be cancelled. */
export const DELETION_PERIOD = 30 * DAY;
/** So long a terminated account's owner can object, and staff can reinstate it; then it is erased. */
export const OBJECTION_PERIOD = 30 * DAY;
/** Payouts wait so long after the bank account has changed, so that a stolen session cannot redirect one. */
export const BANK_CHANGE_HOLD = 72 * HOUR;
/** Accounts that nobody uses are deleted after so many years. */
export const YEARS_OF_INACTIVITY = 2;
/** Ratings count as new for so long. */
export const RECENT_RATINGS = 30 * DAY;
/** So long a link of an email that verifies an address is good. */
export const VERIFICATION_LINK = 24 * HOUR;
export const RESET_LINK = 1 * HOUR;
/** So long the browser that registered is known by the link that verifies, which may have been asked for anew. */
export const REGISTRANT = 7 * DAY;
/** So long the first second factor of an account is pending, and a reset by e-mail removes a second factor. */
export const FACTOR_PENDING = 72 * HOUR;
/** So long after the wish for another address both can confirm it. */
export const EMAIL_CHANGE = 72 * HOUR;

/**
 * However much a session is used, it ends `after` its sign-in, and once nobody has used it for `idle`; where a browser keeps a refresh
 * token, for `asleep`.
 */
type SessionTerm = { after: number; idle: number; asleep: number };
const OF_MEMBERS: SessionTerm = { after: 30 * DAY, idle: 1 * HOUR, asleep: 30 * DAY };
/** Of whoever may do more than buy and sell: what was left alone is not taken up again. */
const OF_COLLEAGUES: SessionTerm = { after: 12 * HOUR, idle: 15 * MINUTE, asleep: 15 * MINUTE };
/** A refresh token that was spent is answered as it was for so long. */
export const SPENT_TOKEN = 1 * MINUTE;

/** So many of one account are open at a time; one more ends the one that was used longest ago. */
export const MOST_SESSIONS = 20;

/** So long somebody who has shown who they are may do what a stolen session must not. */
export const STEP_UP = 10 * MINUTE;

export const isColleague = (roles: readonly Role[]): boolean => roles.some((role) => role !== 'member');
export const sessionTermOf = (roles: readonly Role[]): SessionTerm => (isColleague(roles) ? OF_COLLEAGUES : OF_MEMBERS);

/** The policy as sentences say it. */
export const ACCOUNT_TERMS = {
  deletion: inDays(DELETION_PERIOD),
  objection: inDays(OBJECTION_PERIOD),
  stepUp: inMinutes(STEP_UP),
  bankChange: inHours(BANK_CHANGE_HOLD),
  recentRatings: inDays(RECENT_RATINGS),
  emailChange: inHours(EMAIL_CHANGE),
  verificationLink: inHours(VERIFICATION_LINK),
} as const;

/** So long a second admin can confirm a role that another one proposed. */
export const ROLE_PROPOSAL = 72 * HOUR;
/** Whoever was given a role decides about no money for so long, and closes no account for good. */
export const NEW_COLLEAGUE = 72 * HOUR;

export const GRANT_TERMS = { roleProposal: inHours(ROLE_PROPOSAL), newColleague: inHours(NEW_COLLEAGUE) } as const;

/** So long a question waits for a passkey’s answer. */
export const PASSKEY_ANSWER = 5 * MINUTE;
/** So many passkeys one account has at most. */
export const MOST_PASSKEYS = 20;

export const PASSKEY_TERMS = { answer: inMinutes(PASSKEY_ANSWER) } as const;

/** A message is mailed when it stays unread for so long. Beside the policy, which every first page of a browser has. */
export const UNREAD_FOR = 15 * MINUTE;
export const UNREAD_TERM = inMinutes(UNREAD_FOR);
