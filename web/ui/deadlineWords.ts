import type { DeadlineKind } from '#domain/transactions/commands.ts';

type Words = { title: string; detail: string };

/** What each armed deadline does when nobody acts before it. The 75-day escalation and the provider's watch concern staff only. */
const WORDS: Partial<Record<DeadlineKind, Words>> = {
  paymentWindow: {
    title: 'Payment window ends',
    detail: 'Unpaid until then, the listing is released and nothing is charged',
  },
  settlement: { title: 'Bank payment must have arrived', detail: 'Otherwise the sale ends and nothing is charged' },
  shipReminder: { title: 'Reminder to the seller', detail: '24 hours left to confirm shipment' },
  shipment: {
    title: 'Shipment must be confirmed',
    detail: 'Otherwise the sale is cancelled and the buyer refunded in full',
  },
  firstNotice: { title: 'Notice to the buyer: 3 days left', detail: 'With the link to pause' },
  lastNotice: { title: 'Notice to the buyer: 1 day left', detail: 'With the link to pause' },
  escrowEnd: { title: 'Escrow ends, money released', detail: 'If nothing happens before' },
  pauseReminder: { title: 'Reminder of the pause', detail: 'The clock still stands' },
  pauseLimit: { title: 'Pause ends', detail: 'A dispute opens by itself and staff look at the sale' },
  disputeAnswer: { title: 'Seller must answer the dispute', detail: 'Otherwise staff review it' },
  settlementOffer: { title: 'Offer lapses', detail: 'If the buyer does not accept it before' },
  disputeReview: { title: 'Staff decide the dispute', detail: 'By this day at the latest' },
  returnAnswer: { title: 'Seller must answer the return', detail: 'Otherwise it is approved' },
  returnShipBack: { title: 'Item must be sent back', detail: 'Otherwise the return lapses' },
  returnInspection: { title: 'Return counts as received', detail: 'If the seller does not answer before' },
  refundWatch: { title: 'Refund must be confirmed', detail: 'Otherwise staff look at it' },
  refundRetry: { title: 'Refund is tried again', detail: 'The last attempt failed' },
  payoutRun: { title: 'Payout run', detail: 'The money is sent to the seller’s bank account' },
  payoutWatch: { title: 'Payout must be confirmed', detail: 'Otherwise staff look at it' },
  payoutRetry: { title: 'Payout is tried again', detail: 'The last attempt failed' },
};

/** Nothing for what the parties of a sale are not told. */
export const deadlineWords = (kind: string): Words | undefined => WORDS[kind as DeadlineKind];

/** Of these only those who work here are told. */
const OURS: Record<string, Words> = {
  escalation: {
    title: 'Money held for 75 days',
    detail: 'The provider holds it for 90 at most: the sale is handed to staff',
  },
  decisionConfirmation: {
    title: 'A second member of staff must confirm',
    detail: 'Otherwise the proposed decision lapses',
  },
  payoutAsk: { title: 'The provider is asked about the payout', detail: 'It has not confirmed it yet' },
};

export const staffDeadlineWords = (kind: string): Words =>
  deadlineWords(kind) ?? OURS[kind] ?? { title: kind, detail: '' };
