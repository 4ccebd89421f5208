import { formatRound } from '../shared/euros.ts';
import { DAY, HOUR } from '../shared/instants.ts';
import { inDays, inHours } from '../shared/lengths.ts';
import type { Cents } from '../shared/money.ts';

/** From the wish to be deleted to the erasure; it can be cancelled so long. */
export const DELETION_PERIOD = 30 * DAY;
/** So long a terminated account's owner can object, and staff can reinstate it; then it is erased. */
export const OBJECTION_PERIOD = 30 * DAY;
/** Payouts wait so long after the bank account has changed, so that a stolen session cannot redirect one. */
export const BANK_CHANGE_HOLD = 72 * HOUR;
/** Accounts that nobody uses are deleted after so many years. */
export const YEARS_OF_INACTIVITY = 2;
/** Ratings count as new for so long. */
export const RECENT_RATINGS = 30 * DAY;
/** Of shipping, for each zone. */
export const HIGHEST_RATE: Cents = 10_000;
/** For the links that are sent by email. */
export const VERIFICATION_LINK = 24 * HOUR;
export const RESET_LINK = 1 * HOUR;

/** The policy as sentences say it. */
export const ACCOUNT_TERMS = {
  deletion: inDays(DELETION_PERIOD),
  objection: inDays(OBJECTION_PERIOD),
  bankChange: inHours(BANK_CHANGE_HOLD),
  highestRate: formatRound(HIGHEST_RATE),
  recentRatings: inDays(RECENT_RATINGS),
  verificationLink: inHours(VERIFICATION_LINK),
} as const;
