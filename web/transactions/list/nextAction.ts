import type { Transaction } from '#application/contract/transactions.ts';
import { ahead, otherwise } from '#domain/telling/moneyWords.ts';
import { aboutOf, neededIn } from '../../ui/moneySentences.ts';

type Line = { text: string; otherwise?: string };

/** What somebody else has to do, or comes by itself: the one that matters most comes first. */
const OTHERS = [
  'settlement',
  'paymentWindow',
  'shipment',
  'settlementOffer',
  'disputeAnswer',
  'disputeReview',
  'returnAnswer',
  'returnShipBack',
  'returnInspection',
  'escrowEnd',
  'pauseLimit',
  'payoutRun',
  'payoutRetry',
  'refundRetry',
] as const;

/**
 * One line for a card: what the reader has to do first, and what happens without; else the deadline of others that matters most now.
 * Null when none is armed.
 */
export const nextAction = (sale: Transaction, now: number): Line | null => {
  const [need] = sale.needs;
  if (need) {
    const asked = neededIn(sale, need, now);
    return { text: asked.by, otherwise: otherwise(asked) };
  }
  for (const kind of OTHERS) {
    const next = ahead(kind, aboutOf(sale));
    if (next) return { text: next.by };
  }
  return null;
};
