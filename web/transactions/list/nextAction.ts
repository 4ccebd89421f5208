import type { Transaction } from '#application/contract/transactions.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import { dateTime } from '../../ui/dates.ts';
import { dueAt } from '../deadlineWords.ts';

const WORDS: [DeadlineKind, Record<'buyer' | 'seller', string>][] = [
  ['settlement', { buyer: 'The bank has until', seller: 'The buyer’s bank has until' }],
  ['paymentWindow', { buyer: 'Pay before', seller: 'Reserved for the buyer until' }],
  ['shipment', { buyer: 'The seller ships before', seller: 'Confirm shipment before' }],
  ['settlementOffer', { buyer: 'Answer the offer before', seller: 'The buyer answers your offer before' }],
  ['disputeAnswer', { buyer: 'The seller answers the dispute before', seller: 'Answer the dispute before' }],
  ['disputeReview', { buyer: 'Staff decide the dispute before', seller: 'Staff decide the dispute before' }],
  ['returnAnswer', { buyer: 'The seller answers the return before', seller: 'Answer the return before' }],
  ['returnShipBack', { buyer: 'Send it back before', seller: 'The buyer sends it back before' }],
  ['returnInspection', { buyer: 'The seller confirms the return before', seller: 'Confirm the return before' }],
  ['escrowEnd', { buyer: 'Escrow ends on', seller: 'Escrow ends on' }],
  ['pauseLimit', { buyer: 'The pause lasts until', seller: 'The pause lasts until' }],
  ['payoutRun', { buyer: 'The seller is paid on', seller: 'Your payout goes out on' }],
];

/** One line for a card: the deadline that matters most now, with its date. Null when none is armed. */
export const nextAction = (sale: Transaction): string | null => {
  const reader = sale.role === 'seller' ? 'seller' : 'buyer';
  for (const [kind, words] of WORDS) {
    const due = dueAt(sale, kind);
    if (due) return `${words[reader]} ${dateTime(due)}`;
  }
  return null;
};
