import {
  CHANGEABLE_TERMS,
  changeFault,
  spelledTerm,
  type TermName,
  termLabel,
} from '#domain/transactions/counterfactual/changedTerms.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

export type Change = { name: string; value: string };

/** A sentence about the effect of each term. */
const MEANINGS: Record<TermName, string> = {
  version: 'The version of the terms.',
  feePercent: 'The share of the item price that the platform keeps.',
  fixedFee: 'A fixed sum that the platform keeps from each sale.',
  internationalShipping: 'Whether sellers ship beyond the EU and the UK.',
  highValue: 'Above this price, payment needs strong authentication and shipment a tracking code.',
  secondPersonAbove: 'If more is held, a second member of staff confirms a decision.',
  paymentWindow: 'The buyer’s time to pay.',
  settlementPeriod: 'The time for a bank payment to arrive.',
  shipmentPeriod: 'The seller’s time to confirm shipment.',
  shipmentReminder: 'The seller is reminded so long before that ends.',
  buyerCancelPeriod: 'The buyer may cancel for so long after the payment.',
  escrowPeriod: 'The money is held for so long after shipment.',
  firstNotice: 'The buyer’s first notice comes so long before the escrow ends.',
  lastNotice: 'The buyer’s last notice comes so long before the escrow ends.',
  pauseWindow: 'The buyer may pause the escrow in so long before its end.',
  pauseReminder: 'The buyer is reminded of a pause after so long.',
  pauseLimit: 'All pauses together last at most so long.',
  sellerDisputeAfter: 'The seller may open a dispute after a pause of this length.',
  claimPeriod: 'The buyer may open a dispute for so long after a confirmed arrival.',
  lateClaimPeriod: 'The buyer may claim from staff for so long after the payout.',
  withdrawals: 'How many disputes the buyer may withdraw.',
  disputeAnswer: 'The seller’s time to answer a dispute.',
  settlementOffer: 'A settlement offer is valid for so long.',
  reviewTerm: 'Staff aim to decide a dispute in this time.',
  draftAbove: 'If more is held, both parties see a draft of the decision.',
  draftShown: 'The parties see that draft for so long.',
  appealTerm: 'The time to appeal while the money is held.',
  refundWaitsAbove: 'A decided refund above this waits until the time to appeal is over.',
  answerAtMost: 'Staff give a party at most so many days to answer.',
  confirmationTerm: 'The time for a second person to confirm a decision.',
  returnAnswer: 'The seller’s time to answer a return.',
  shipBackTerm: 'The buyer’s time to send the item back.',
  returnInspection: 'The seller’s time to inspect a returned item.',
  refundRetries: 'The waits after each failed refund; then staff take over.',
  refundWatch: 'Staff look at a refund that is not confirmed after so long.',
  payoutRun: 'When approved payouts leave.',
  payoutRetries: 'The waits after each failed payout; then staff take over.',
  payoutInquiry: 'The provider is asked about a payout after so long.',
  payoutWatch: 'Staff look at a payout that is not confirmed after so long.',
  refundUsual: 'How soon most refunds arrive.',
  payoutPromise: 'How soon payouts arrive.',
  banksTake: 'How long bank transfers take.',
  escalation: 'Money that is still held goes to staff so long after the payment.',
  staffLimitOfHeld: 'The time between that and the longest time of the provider.',
  escalationAgain: 'If staff let it wait, it goes to them again after so long.',
  staffTerm: 'The term of staff for all other cases.',
  ratingPeriod: 'The time to rate the other party.',
};

export const CHOICES = CHANGEABLE_TERMS.map(({ name, like }) => ({
  name,
  label: termLabel(name),
  hint: `${MEANINGS[name]} Now ${spelledTerm(name, CURRENT_TERMS)}. Write ${like}.`,
})).toSorted((one, other) => one.label.localeCompare(other.label));

export const hintFor = (name: string): string | undefined => CHOICES.find((choice) => choice.name === name)?.hint;

const isTerm = (name: string): name is TermName => CHOICES.some((choice) => choice.name === name);

/** `escrowPeriod=20d&feePercent=6%`, as the address and the API write it. */
export const writtenChanges = (changes: readonly Change[]): string =>
  changes.map(({ name, value }) => `${name}=${value.trim()}`).join('&');

export const changesIn = (written: string): Change[] =>
  written
    .split('&')
    .map((each) => ({ name: each.split('=')[0] ?? '', value: each.split('=')[1] ?? '' }))
    .filter(({ name }) => isTerm(name));

/** The fault of a change; undefined if it is valid. */
export const faultOf = ({ name, value }: Change): string | undefined => {
  const fault = changeFault({ [name]: value.trim() });
  if (fault === undefined) return undefined;
  return fault.fault === 'value' ? `“${termLabel(name)}” is ${fault.like}.` : 'Choose a term';
};
