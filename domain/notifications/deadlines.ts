import type { DeadlineKind, ReminderKind } from '../transactions/process/deadlineTable.ts';
import { type SpelledTerms, TERMS } from '../transactions/terms/termsText.ts';

type Words = { title: string; detail: string };

/** Deadlines that only staff see. */
type Ours = 'escalation' | 'decisionConfirmation' | 'payoutAsk';

/** The parties that may appeal, `Buyer or seller can appeal`; without them the words name nobody. */
const appealTitle = (appellants: readonly string[]): string =>
  appellants.length === 0
    ? 'Time to appeal'
    : `${appellants.join(' or ').replace(/^./, (first) => first.toUpperCase())} can appeal`;

/** What happens at each deadline if nobody acts. */
const wordsOf = (terms: SpelledTerms, appellants: readonly string[]): Record<Exclude<DeadlineKind, Ours>, Words> => ({
  paymentWindow: {
    title: 'Payment window ends',
    detail: 'If it is not paid by then, the listing is released and nothing is charged',
  },
  settlement: { title: 'Bank payment must have arrived', detail: 'Otherwise the sale ends and nothing is charged' },
  shipReminder: { title: 'Reminder to the seller', detail: `${terms.shipmentReminder} left to confirm shipment` },
  shipment: {
    title: 'Shipment must be confirmed',
    detail: 'Otherwise the sale is cancelled and the buyer refunded in full',
  },
  firstNotice: { title: `Notice to the buyer: ${terms.firstNotice} left`, detail: 'With the link to pause' },
  lastNotice: { title: `Notice to the buyer: ${terms.lastNotice} left`, detail: 'With the link to pause' },
  escrowEnd: { title: 'Escrow ends, money released', detail: 'If nothing happens before' },
  pauseReminder: { title: 'Reminder of the pause', detail: 'The countdown is still paused' },
  pauseLimit: { title: 'Pause ends', detail: 'A dispute opens by itself, unless one or a return is open' },
  disputeAnswer: { title: 'Seller must answer the dispute', detail: 'Otherwise staff review it' },
  settlementOffer: { title: 'Offer lapses', detail: 'If the buyer does not accept it before' },
  decidedRefund: { title: appealTitle(appellants), detail: 'If nobody appeals, the buyer is refunded' },
  disputeReview: { title: 'Staff aim to decide the dispute', detail: 'If they need longer, they are reminded' },
  returnAnswer: { title: 'Seller must answer the return', detail: 'Otherwise it is approved' },
  returnShipBack: { title: 'Item must be sent back', detail: 'Otherwise the return lapses' },
  returnInspection: { title: 'Return counts as received', detail: 'If the seller does not answer before' },
  refundWatch: { title: 'Refund must be confirmed', detail: 'Otherwise staff look at it' },
  refundRetry: { title: 'Refund is tried again', detail: 'The last attempt failed' },
  duplicateRetry: { title: 'Refund of a second payment is tried again', detail: 'The last attempt failed' },
  payoutRun: { title: 'Payout run', detail: 'The money is sent to the seller’s bank account' },
  payoutWatch: { title: 'Payout must be confirmed', detail: 'Otherwise staff look at it' },
  payoutRetry: { title: 'Payout is tried again', detail: 'The last attempt failed' },
});

const oursOf = (terms: SpelledTerms): Record<Ours, Words> => ({
  escalation: {
    title: `Money held for ${terms.escalation}`,
    detail: `The provider holds it for ${terms.providerHolds} at most: the sale is handed to staff`,
  },
  decisionConfirmation: {
    title: 'The proposed decision must be confirmed',
    detail: 'Otherwise it lapses',
  },
  payoutAsk: { title: 'The provider is asked about the payout', detail: 'It has not confirmed it yet' },
});

type Rights = Readonly<Partial<Record<'buyer' | 'seller', unknown>>>;
/** The parties that have a right to appeal, the buyer first. */
export const appellantsIn = (appeals: Rights | undefined): ('buyer' | 'seller')[] =>
  (['buyer', 'seller'] as const).filter((party) => appeals?.[party]);

/** Undefined for deadlines that the parties do not see. `appellants`: who may appeal while a refund waits. */
export const deadlineWords = (
  kind: string,
  terms: SpelledTerms,
  appellants: readonly string[] = [],
): Words | undefined => wordsOf(terms, appellants)[kind as keyof ReturnType<typeof wordsOf>];

export const staffDeadlineWords = (
  kind: string,
  terms: SpelledTerms = TERMS,
  appellants: readonly string[] = [],
): Words => deadlineWords(kind, terms, appellants) ?? oursOf(terms)[kind as Ours] ?? { title: kind, detail: '' };

/** The e-mail of each reminder. The inquiry about a payout has none. */
export const REMINDER_EMAILS = {
  shipReminder: 'shipReminder',
  firstNotice: 'escrowNotice',
  lastNotice: 'escrowNotice',
  pauseReminder: 'pauseReminder',
} as const satisfies { readonly [Kind in Exclude<ReminderKind, 'payoutAsk'>]: string };
