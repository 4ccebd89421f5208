import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Purpose } from '../audit/accessPurposes.ts';
import type { Role } from '../shared/actor.ts';
import { aboutCase, isCaseKind } from './cases.ts';

/** How somebody of our side reads a whole sale, an account or a message and not a field of it; stands before the fields that they read in clear. */
export type AccessKind =
  | 'caseFile'
  | 'history'
  | 'replay'
  | 'export'
  | 'bundle'
  | 'accountFile'
  | 'accountList'
  | 'reportedMessage';

type Why = { purpose: Purpose; reason: string };

const forWhom = (role: Role): Purpose => (may(access.sale.do.decide, role) ? 'support' : 'audit');

/** Why an account is looked up, alone or among others: nobody is asked. */
export const accountAccessReason = (look: 'accountFile' | 'accountList' | 'history', role: Role): Why => ({
  purpose: forWhom(role),
  reason: look === 'accountList' ? 'Found in the list of accounts' : 'Looked up the account',
});

/** It does not say whether somebody has reported it: that would name the other one of the two. */
export const messageAccessReason = (role: Role): Why => ({
  purpose: forWhom(role),
  reason: 'A message of it was reported, or stood out by its wording',
});

const OF_A_CLAIM: ReadonlySet<string> = new Set(['confirmation', 'disputeReview', 'lateClaim']);

/** Why a whole sale is read: it is the case that says so, and nobody is asked. `kinds`: of what waits for a person in it. */
export const transactionAccessReason = (isCase: boolean, kinds: readonly string[], role: Role): Why => {
  const forStaff: Purpose = isCase && kinds.every((kind) => OF_A_CLAIM.has(kind)) ? 'dispute' : 'support';
  const purpose = may(access.sale.do.decide, role) ? forStaff : 'audit';
  if (!isCase) return { purpose, reason: 'Looked up; this sale is no case' };
  const about = kinds.filter(isCaseKind).map((kind) => aboutCase(kind));
  return { purpose, reason: `The case of this sale: ${about.join('; ') || 'A dispute is open'}` };
};
