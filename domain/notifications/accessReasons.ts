import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Purpose } from '../audit/accessPurposes.ts';
import { queryWithoutNames } from '../audit/eventQuery.ts';
import type { Role } from '../shared/actor.ts';
import type { CaseKind, OutsideCase } from '../transactions/caseKinds.ts';
import type { CaseReason } from '../transactions/cases.ts';
import { aboutCase, isCaseKind } from './cases.ts';

/** How staff or auditors open a whole record. Stored before the names of the fields that they read in clear. */
export type AccessKind =
  | 'caseFile'
  | 'history'
  | 'replay'
  | 'export'
  | 'bundle'
  | 'bankEvidence'
  | 'accountFile'
  | 'accountList'
  | 'reportedMessage'
  | 'eventExport';

type Why = { purpose: Purpose; reason: string };

const forWhom = (role: Role): Purpose => (may(access.sale.do.decide, role) ? 'support' : 'audit');

/** The recorded reason when an account is opened. Nobody is asked for it. */
export const accountAccessReason = (look: 'accountFile' | 'accountList' | 'history', role: Role): Why => ({
  purpose: forWhom(role),
  reason: look === 'accountList' ? 'Found in the list of accounts' : 'Looked up the account',
});

/** Does not say whether it was reported: that would identify the reporter. */
export const messageAccessReason = (role: Role): Why => ({
  purpose: forWhom(role),
  reason: 'A message of it was reported, or stood out by its wording',
});

/** The recorded reason when events of many histories are exported. They hold no personal text, and the log keeps no name that was searched for. */
export const exportAccessReason = (query: string, format: string, role: Role): Why => ({
  purpose: forWhom(role),
  reason: `Exported as ${format.toUpperCase()}: ${queryWithoutNames(query) || 'all events'}`,
});

/** The recorded reason when staff send an evidence pack. */
export const EVIDENCE_REASON: Why = {
  purpose: 'dispute',
  reason: 'The case of this sale: the buyer’s bank disputes the payment and got our evidence',
};

const WITHOUT_STAFF: Readonly<Record<Exclude<CaseReason, CaseKind>, string>> = {
  disputeOpen: 'A dispute is open',
  refundDeferred: 'A decided refund waits until nobody can appeal any more',
  decisionPending: 'A dispute was decided, and its money is still on the way',
};

const OF_A_CLAIM: readonly (CaseReason | OutsideCase)[] = [
  ...(Object.keys(WITHOUT_STAFF) as (keyof typeof WITHOUT_STAFF)[]),
  'confirmation',
  'disputeReview',
  'appeal',
  'lateClaim',
];

const aboutReason = (reason: CaseReason | OutsideCase): string =>
  isCaseKind(reason) ? aboutCase(reason) : WITHOUT_STAFF[reason];

/** The recorded reason when a transaction is opened: what makes it a case at that moment. */
export const transactionAccessReason = (reasons: readonly (CaseReason | OutsideCase)[], role: Role): Why => {
  const isCase = reasons.length > 0;
  const forStaff: Purpose = isCase && reasons.every((reason) => OF_A_CLAIM.includes(reason)) ? 'dispute' : 'support';
  const purpose = may(access.sale.do.decide, role) ? forStaff : 'audit';
  if (!isCase) return { purpose, reason: 'Viewed with personal data hidden, because the sale has no open case' };
  return { purpose, reason: `The case of this sale: ${[...new Set(reasons.map(aboutReason))].join('; ')}` };
};
