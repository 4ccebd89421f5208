import type { CaseKind } from '../transactions/caseKinds.ts';
import { type SpelledTerms, TERMS } from '../transactions/terms/termsText.ts';

type Words = {
  label: string;
  /** Shown in the staff queue. */
  about: string | ((terms: SpelledTerms) => string);
  /** Subject of the e-mail to staff, if it differs. */
  heading?: string | ((terms: SpelledTerms) => string);
};

export const CASE_WORDS: { readonly [Kind in CaseKind]: Words } = {
  confirmation: { label: 'Decision to confirm', about: 'A proposed decision waits to be confirmed' },
  disputeReview: { label: 'Dispute to decide', about: 'A dispute waits for a decision' },
  appeal: {
    label: 'Appeal to decide',
    about: 'A party appealed against a decision, and somebody else decides the appeal',
    heading: 'A party appealed against a decision',
  },
  staffHold: { label: 'Held by staff', about: 'The money is on hold', heading: 'The money of a sale is held' },
  heldTooLong: {
    label: 'Held too long',
    about: ({ escalation, providerHolds }) =>
      `The money has been held for ${escalation}; the provider holds it for ${providerHolds} at most`,
    heading: ({ escalation }) => `Money has been held for ${escalation}`,
  },
  refundFailed: {
    label: 'Refund failed',
    about: 'A refund failed for the last time',
    heading: 'A refund has failed for the last time',
  },
  refundSilent: { label: 'Refund unconfirmed', about: 'The provider has not confirmed a refund' },
  payoutFailed: { label: 'Payout failed', about: 'A payout failed repeatedly' },
  payoutRefused: {
    label: 'Payout refused',
    about: 'The seller’s bank refused the payout, and the seller was asked for another account',
    heading: 'A payout was refused',
  },
  payoutSilent: { label: 'Payout unconfirmed', about: 'The provider has not confirmed a payout' },
  chargeback: {
    label: 'Chargeback',
    about: 'The payment is disputed at the bank',
    heading: 'A payment is disputed at the bank',
  },
  chargebackReversed: {
    label: 'Chargeback reversed',
    about: 'The buyer’s bank reversed its chargeback after the payout had begun',
  },
  paymentMismatch: { label: 'Wrong amount paid', about: 'The amount paid was not the one asked for' },
  providerFact: { label: 'Unexpected provider event', about: 'The provider moved money in a way that nobody expected' },
  sellerSuspended: {
    label: 'Seller suspended',
    about: 'The seller is suspended or closed, so the payout waits',
    heading: 'A payout waits, because its seller is suspended',
  },
  providerSilent: {
    label: 'Provider silent',
    about: 'The provider was asked for the last time what became of a payment, a refund or a payout, and did not say',
    heading: 'The provider does not say what became of a payment, a refund or a payout',
  },
  lateClaim: {
    label: 'Late claim',
    about: 'The buyer made a claim after the time for disputes',
    heading: 'A claim came after the time for disputes',
  },
  orphanFact: { label: 'Unmatched provider event', about: 'The provider sent an event for a sale that does not exist' },
  impossibleFact: {
    label: 'Invalid provider event',
    about: 'The provider sent an invalid amount, so no sale could record it',
    heading: 'The provider sent an invalid amount',
  },
  unmatchedObject: {
    label: 'Unmatched at the provider',
    about: 'The provider’s records differ from ours',
    heading: 'The provider has something that our records do not mention',
  },
  alteredFile: {
    label: 'Altered picture',
    about: 'A stored picture is not the one that was uploaded, so nobody is shown it',
    heading: 'A stored picture is not the one that was uploaded',
  },
  quarantined: {
    label: 'In quarantine',
    about: 'A record does not add up, so nothing happens to it until an engineer has put it right',
    heading: 'Something is in quarantine',
  },
};

/** Causes of an e-mail to staff that are no case of their own. */
const OTHER_CAUSES: Readonly<Record<string, string>> = {
  reviewOverdue: 'The decision of a dispute is overdue',
  caseGiven: 'A colleague gave you a case',
  statementGiven: 'A party made a statement in your case',
  duplicateRefundFailed: 'A second payment could not be refunded',
  unexpectedRefund: 'The provider made a refund that nobody requested',
  unexpectedPayout: 'The provider reported a payout that is not under way',
};

export const isCaseKind = (text: string): text is CaseKind => Object.hasOwn(CASE_WORDS, text);

const said = (words: string | ((terms: SpelledTerms) => string), terms: SpelledTerms): string =>
  typeof words === 'string' ? words : words(terms);

/** `terms`: those of its transaction. */
export const aboutCase = (kind: CaseKind, terms: SpelledTerms = TERMS): string => said(CASE_WORDS[kind].about, terms);

/** `cause`: as named by `toStaff` of the event. */
export const caseHeading = (cause: string, terms: SpelledTerms = TERMS): string => {
  if (!isCaseKind(cause)) return OTHER_CAUSES[cause] ?? 'A sale waits for a person';
  const { heading, about } = CASE_WORDS[cause];
  return said(heading ?? about, terms);
};
