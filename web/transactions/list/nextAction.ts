import type { TransactionView } from '#application/contract/transactions.ts';
import { NEEDS } from '#domain/notifications/requiredActions.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import { dueTime } from '../../ui/dates.ts';
import { dueAt } from '../deadlineWords.ts';

type Line = { text: string; otherwise?: string };

/** What somebody else has to do, or comes by itself: what is asked of the reader stands in `NEEDS`. */
const OTHERS: [DeadlineKind, Partial<Record<'buyer' | 'seller', string>>][] = [
  ['settlement', { buyer: 'The bank has until', seller: 'The buyer’s bank has until' }],
  ['paymentWindow', { seller: 'Reserved for the buyer until' }],
  ['shipment', { buyer: 'The seller ships before' }],
  ['settlementOffer', { seller: 'The buyer answers your offer before' }],
  ['disputeAnswer', { buyer: 'The seller answers the dispute before' }],
  [
    'disputeReview',
    { buyer: 'Staff aim to decide the dispute before', seller: 'Staff aim to decide the dispute before' },
  ],
  ['returnAnswer', { buyer: 'The seller answers the return before' }],
  ['returnShipBack', { seller: 'The buyer sends it back before' }],
  ['returnInspection', { buyer: 'The seller confirms the return before' }],
  ['escrowEnd', { seller: 'Escrow ends on' }],
  ['pauseLimit', { seller: 'The pause lasts until' }],
  ['payoutRun', { buyer: 'The seller is paid on', seller: 'Your payout goes out on' }],
];

/**
 * One line for a card: what the reader has to do first, and what happens without; else the deadline of others that matters most now.
 * Null when none is armed.
 */
export const nextAction = (transaction: TransactionView): Line | null => {
  const [need] = transaction.needs;
  if (need) {
    const { before, otherwise } = NEEDS[need.kind];
    return { text: `${before} ${dueTime(need.dueAt)}`, otherwise };
  }
  const reader = transaction.role === 'seller' ? 'seller' : 'buyer';
  for (const [kind, { [reader]: words }] of OTHERS) {
    const due = words && dueAt(transaction, kind);
    if (due) return { text: `${words} ${dueTime(due)}` };
  }
  return null;
};
