import { appealTerm, inTerms } from '#domain/telling/moneyWords.ts';
import { shownPolicy } from '#domain/transactions/policy.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { centsOf, formatCents } from '../../ui/money.ts';
import { aboutOf } from '../../ui/moneySentences.ts';
import type { SaleOfAction } from '../claims/actionWords.ts';
import { type Action, may } from '../claims/claimAction.ts';

/** The payout has begun, or the buyer confirmed the delivery too long ago: a claim goes to staff and stops nothing. */
const isLate = (sale: SaleOfAction, now: number): boolean => {
  const { paymentHistory, status } = sale;
  if (paymentHistory.some(({ event }) => event === 'PayoutInitiated')) return true;
  const confirmed = paymentHistory.findLast(({ event }) => event === 'DeliveryConfirmed');
  const isReleased = confirmed !== undefined && status !== 'IN_ESCROW';
  return isReleased && now > Date.parse(confirmed.timestamp) + shownPolicy(sale).claimPeriod;
};

/** Until a while after the payout; then a sentence stands in place of the button. */
export const areClaimsOver = (sale: SaleOfAction): boolean =>
  sale.role === 'buyer' && sale.status === 'COMPLETED' && !may(sale, 'OpenDispute');

const openDispute: Action = {
  name: 'openDispute',
  path: 'dispute',
  label: 'Open a dispute',
  hint: 'Not here, damaged, not as described? The money then waits until it is settled.',
  look: 'danger',
};

const lateClaim: Action = {
  name: 'lateClaim',
  path: 'dispute',
  label: 'Report a problem',
  hint: 'A late claim: our staff hear you and the seller. It does not hold back the payout.',
  look: 'danger',
};

const sellersDispute = (sale: SaleOfAction): Action => ({
  name: 'sellersDispute',
  path: 'dispute',
  label: 'Open a dispute',
  hint: `The sale has been paused for more than ${termsOf(sale).sellerDispute}. Staff can decide.`,
  look: 'danger',
});

const acceptClaim = (sale: SaleOfAction): Action => ({
  name: 'acceptClaim',
  path: 'dispute/accept',
  label: 'Accept the claim',
  hint: `${formatCents(centsOf(sale.dispute?.accepted?.toBuyer ?? 0))} goes back to the buyer. This cannot be undone.`,
  look: 'plain',
});

const offer = (sale: SaleOfAction): Action => ({
  name: 'offer',
  path: 'dispute/offer',
  label: 'Offer an amount',
  hint: inTerms('settlementOffer', aboutOf(sale)).by,
  look: 'plain',
});

const contest = (sale: SaleOfAction): Action => ({
  name: 'contest',
  path: 'dispute/contest',
  label: 'Contest the claim',
  hint: `Say why. ${inTerms('disputeReview', aboutOf(sale)).by}`,
  look: 'plain',
});

const withdraw: Action = {
  name: 'withdraw',
  path: 'dispute/withdraw',
  label: 'Withdraw the dispute',
  hint: 'The sale goes on as if nothing had been asked.',
  look: 'plain',
};

const statement: Action = {
  name: 'statement',
  path: 'dispute/statement',
  label: 'Add a statement',
  hint: 'Words and photos, until it is decided. Both sides and our staff read them.',
  look: 'plain',
};

const appeal = (sale: SaleOfAction): Action => ({
  name: 'appeal',
  path: 'dispute/appeal',
  label: 'Appeal the decision',
  hint: `${appealTerm(sale)} Another member of staff decides.`,
  look: 'plain',
});

const acceptOffer = (sale: SaleOfAction): Action => ({
  name: 'acceptOffer',
  path: 'dispute/accept-offer',
  label: `Accept ${formatCents(centsOf(sale.dispute?.offer?.toBuyer ?? 0))}`,
  hint: 'Settles the dispute. This cannot be undone.',
  look: 'primary',
});

const refuseOffer: Action = {
  name: 'refuseOffer',
  path: 'dispute/refuse-offer',
  label: 'Refuse the offer',
  hint: 'The dispute goes on as before.',
  look: 'plain',
};

/** The steps of a dispute that is open. A bank that asks the payment back stops an acceptance, whose refund it is, not a refusal. */
export const disputeSteps = (sale: SaleOfAction): Action[] => [
  ...(may(sale, 'AcceptSettlement') ? [acceptOffer(sale)] : []),
  ...(may(sale, 'RefuseSettlement') ? [refuseOffer] : []),
  ...(may(sale, 'AcceptClaim') ? [acceptClaim(sale)] : []),
  ...(may(sale, 'OfferSettlement') ? [offer(sale)] : []),
  ...(may(sale, 'ContestDispute') ? [contest(sale)] : []),
  ...(may(sale, 'GiveStatement') ? [statement] : []),
  ...(may(sale, 'WithdrawDispute') ? [withdraw] : []),
];

export const disputeOpenings = (sale: SaleOfAction, now = Date.now()): Action[] => {
  const appeals = may(sale, 'AppealDecision') ? [appeal(sale)] : [];
  if (!may(sale, 'OpenDispute')) return appeals;
  if (sale.role === 'seller') return [sellersDispute(sale)];
  return [...appeals, isLate(sale, now) ? lateClaim : openDispute];
};
