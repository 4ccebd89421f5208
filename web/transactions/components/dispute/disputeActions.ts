import { appeal as appealSentence, inTerms } from '#domain/notifications/moneyText.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { centsOf, formatCents } from '../../../ui/money.ts';
import { aboutOf, isDeferred } from '../../../ui/moneySentences.ts';
import { type Action, may } from '../claims/claimAction.ts';
import type { TransactionOfAction } from '../claims/claimFields.ts';

/** The payout has started, or the claim period is over: a claim goes to staff and stops nothing. */
const isLate = (transaction: TransactionOfAction, now: number): boolean => {
  const { paymentHistory, status } = transaction;
  if (paymentHistory.some(({ event }) => event === 'PayoutInitiated')) return true;
  const confirmed = paymentHistory.findLast(({ event }) => event === 'DeliveryConfirmed');
  const isReleased = confirmed !== undefined && status !== 'IN_ESCROW';
  return isReleased && now > Date.parse(confirmed.timestamp) + displayedTerms(transaction).claimPeriod;
};

/** After this a sentence replaces the button. */
export const areClaimsOver = (transaction: TransactionOfAction): boolean =>
  transaction.role === 'buyer' && transaction.status === 'COMPLETED' && !may(transaction, 'OpenDispute');

const openDispute: Action = {
  name: 'openDispute',
  path: 'dispute',
  label: 'Open a dispute',
  hint: 'Not arrived, damaged or not as described? The money is held until it is settled.',
  look: 'danger',
};

const lateClaim: Action = {
  name: 'lateClaim',
  path: 'dispute',
  label: 'Report a problem',
  hint: 'A late claim: our staff hear you and the seller. It does not stop the payout.',
  look: 'danger',
};

const sellersDispute = (transaction: TransactionOfAction): Action => ({
  name: 'sellersDispute',
  path: 'dispute',
  label: 'Open a dispute',
  hint: `The sale has been paused for more than ${termsOf(transaction).sellerDispute}. Staff can decide.`,
  look: 'danger',
});

const acceptClaim = (transaction: TransactionOfAction): Action => ({
  name: 'acceptClaim',
  path: 'dispute/accept',
  label: transaction.dispute?.byAppeal ? 'Give everything back' : 'Accept the claim',
  hint: `${formatCents(centsOf(transaction.dispute?.accepted?.toBuyer ?? 0))} goes back to the buyer. This cannot be undone.`,
  look: 'plain',
});

const offer = (transaction: TransactionOfAction): Action => ({
  name: 'offer',
  path: 'dispute/offer',
  label: 'Offer an amount',
  hint: inTerms('settlementOffer', aboutOf(transaction)).by,
  look: 'plain',
});

const contest = (transaction: TransactionOfAction): Action => ({
  name: 'contest',
  path: 'dispute/contest',
  label: 'Contest the claim',
  hint: `Say why. ${inTerms('disputeReview', aboutOf(transaction)).by}`,
  look: 'plain',
});

const withdraw: Action = {
  name: 'withdraw',
  path: 'dispute/withdraw',
  label: 'Withdraw the dispute',
  hint: 'The dispute is closed and the sale continues.',
  look: 'plain',
};

const statement: Action = {
  name: 'statement',
  path: 'dispute/statement',
  label: 'Add a statement',
  hint: 'Text and photos, until the decision. Both sides and our staff see them.',
  look: 'plain',
};

/** The reader's own right. While a refund waits, both parties have the same time. */
const appealRight = (transaction: TransactionOfAction): string => {
  const about = aboutOf(transaction);
  const { reader } = about;
  const own = { buyer: null, seller: null, [reader]: about.appeals[reader === 'seller' ? 'seller' : 'buyer'] };
  const appeals = isDeferred(transaction) ? about.appeals : own;
  return appealSentence({ ...about, appeals }) ?? '';
};

const appeal = (transaction: TransactionOfAction): Action => ({
  name: 'appeal',
  path: 'dispute/appeal',
  label: 'Appeal the decision',
  hint: `${appealRight(transaction)} Another member of staff decides.`,
  look: 'plain',
});

const acceptOffer = (transaction: TransactionOfAction): Action => ({
  name: 'acceptOffer',
  path: 'dispute/accept-offer',
  label: `Accept ${formatCents(centsOf(transaction.dispute?.offer?.toBuyer ?? 0))}`,
  hint: 'Settles the dispute. This cannot be undone.',
  look: 'primary',
});

const refuseOffer: Action = {
  name: 'refuseOffer',
  path: 'dispute/refuse-offer',
  label: 'Decline the offer',
  hint: 'The dispute continues.',
  look: 'plain',
};

/** The steps of an open dispute. A chargeback blocks accepting, which refunds, but not declining. */
export const disputeSteps = (transaction: TransactionOfAction): Action[] => [
  ...(may(transaction, 'AcceptSettlement') ? [acceptOffer(transaction)] : []),
  ...(may(transaction, 'RefuseSettlement') ? [refuseOffer] : []),
  ...(may(transaction, 'AcceptClaim') ? [acceptClaim(transaction)] : []),
  ...(may(transaction, 'OfferSettlement') ? [offer(transaction)] : []),
  ...(may(transaction, 'ContestDispute') ? [contest(transaction)] : []),
  ...(may(transaction, 'GiveStatement') ? [statement] : []),
  ...(may(transaction, 'WithdrawDispute') ? [withdraw] : []),
];

export const disputeOpenings = (transaction: TransactionOfAction, now = Date.now()): Action[] => {
  const appeals = may(transaction, 'AppealDecision') ? [appeal(transaction)] : [];
  if (!may(transaction, 'OpenDispute')) return appeals;
  if (transaction.role === 'seller') return [...appeals, sellersDispute(transaction)];
  return [...appeals, isLate(transaction, now) ? lateClaim : openDispute];
};
