import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Role } from '../shared/actor.ts';
import { aboutCase, isCaseKind } from '../telling/cases.ts';
import type { Purpose } from './events.ts';

/** How somebody of our side reads a whole sale and not a field of it; stands before the fields that they read in clear. */
export type Look = 'caseFile' | 'history' | 'export' | 'bundle';

const OF_A_CLAIM: ReadonlySet<string> = new Set(['confirmation', 'disputeReview', 'lateClaim']);

/** Why a whole sale is read: it is the case that says so, and nobody is asked. `kinds`: of what waits for a person in it. */
export const whyLookedInto = (
  isCase: boolean,
  kinds: readonly string[],
  role: Role,
): { purpose: Purpose; reason: string } => {
  const forStaff: Purpose = isCase && kinds.every((kind) => OF_A_CLAIM.has(kind)) ? 'dispute' : 'support';
  const purpose = may(access.sale.do.decide, role) ? forStaff : 'audit';
  if (!isCase) return { purpose, reason: 'Looked up; this sale is no case' };
  const about = kinds.filter(isCaseKind).map((kind) => aboutCase(kind));
  return { purpose, reason: `The case of this sale: ${about.join('; ') || 'A dispute is open'}` };
};
