import type { CaseKind } from './caseKinds.ts';
import type { Transaction } from './state.ts';

/** Who can act next in a case. `second`: another member of staff than the author of a proposal. */
export const WAITS_FOR = ['staff', 'second', 'buyer', 'seller', 'parties', 'bank', 'provider', 'engineer'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

const OF_OTHERS: Partial<Record<CaseKind, WaitsFor>> = {
  confirmation: 'second',
  chargeback: 'bank',
  payoutRefused: 'seller',
  refundSilent: 'provider',
  payoutSilent: 'provider',
  quarantined: 'engineer',
};

/** Staff may still send evidence about an open chargeback: none was sent, or the provider refused it, and the last day has not passed. */
const needsEvidence = ({ chargebacks }: Transaction, now: number): boolean =>
  Object.values(chargebacks).some(
    ({ stands, pack, respondBy = Number.POSITIVE_INFINITY }) =>
      stands === 'open' && (respondBy ?? 0) > now && (pack === undefined || pack.stands === 'refused'),
  );

/** `now`: a draft waits for both parties until its time is over, a question for one of them. */
export const waitsFor = (kind: CaseKind, transaction: Transaction | null, now: number): WaitsFor => {
  if (transaction && kind === 'confirmation' && (transaction.proposed?.shownUntil ?? 0) > now) return 'parties';
  if (transaction && kind === 'chargeback' && needsEvidence(transaction, now)) return 'staff';
  if (transaction && kind === 'disputeReview') {
    const { buyer, seller } = transaction.questions;
    const asked = { buyer: buyer !== null && buyer > now, seller: seller !== null && seller > now };
    if (asked.buyer && asked.seller) return 'parties';
    if (asked.buyer || asked.seller) return asked.buyer ? 'buyer' : 'seller';
  }
  return OF_OTHERS[kind] ?? 'staff';
};
