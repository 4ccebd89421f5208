import type { TransactionView } from '#application/contract/transactions.ts';
import { ahead, otherwise } from '#domain/notifications/moneyText.ts';
import { aboutOf, neededIn } from '../../../ui/moneySentences.ts';

type Line = { text: string; otherwise?: string };

/** Deadlines of others and automatic steps, most important first. */
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

/** One line for a card: the reader's first task and what follows otherwise, else the most important deadline of others. Null if none is armed. */
export const nextAction = (transaction: TransactionView, now: number): Line | null => {
  const [need] = transaction.needs;
  if (need) {
    const asked = neededIn(transaction, need, now);
    return { text: asked.by, otherwise: otherwise(asked) };
  }
  for (const kind of OTHERS) {
    const next = ahead(kind, aboutOf(transaction));
    if (next) return { text: next.by };
  }
  return null;
};
