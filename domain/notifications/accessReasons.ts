import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Purpose } from '../audit/accessPurposes.ts';
import type { Role } from '../shared/actor.ts';
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

/** The recorded reason when events of many histories are exported. They hold no personal text. */
export const exportAccessReason = (query: string, format: string, role: Role): Why => ({
  purpose: forWhom(role),
  reason: `Exported as ${format.toUpperCase()}: ${query || 'all events'}`,
});

/** The recorded reason when staff send an evidence pack. */
export const EVIDENCE_REASON: Why = {
  purpose: 'dispute',
  reason: 'The case of this sale: the buyer’s bank disputes the payment and got our evidence',
};

const OF_A_CLAIM: ReadonlySet<string> = new Set(['confirmation', 'disputeReview', 'lateClaim']);

/** The recorded reason when a transaction is opened: its open cases, by kind. */
export const transactionAccessReason = (isCase: boolean, kinds: readonly string[], role: Role): Why => {
  const forStaff: Purpose = isCase && kinds.every((kind) => OF_A_CLAIM.has(kind)) ? 'dispute' : 'support';
  const purpose = may(access.sale.do.decide, role) ? forStaff : 'audit';
  if (!isCase) return { purpose, reason: 'Looked up; this sale is no case' };
  const about = kinds.filter(isCaseKind).map((kind) => aboutCase(kind));
  return { purpose, reason: `The case of this sale: ${about.join('; ') || 'A dispute is open'}` };
};
