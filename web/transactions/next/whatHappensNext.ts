import { isOpen } from '../dispute/disputeWords.ts';
import { nextAfterRelease } from './afterRelease.ts';
import { nextInDispute } from './dispute.ts';
import { nextInEscrow } from './escrow.ts';
import type { Next, Situation } from './next.ts';
import { nextInReturn } from './return.ts';
import { nextWhileAwaitingShipment } from './shipping.ts';
import { nextWhileUnpaid } from './unpaid.ts';

export const whatHappensNext = (situation: Situation): Next => {
  const { dispute } = situation.sale;
  if (isOpen(dispute)) return nextInDispute(situation, dispute);
  switch (situation.sale.status) {
    case 'CREATED':
    case 'PAYMENT_PENDING':
    case 'PAYMENT_FAILED':
      return nextWhileUnpaid(situation);
    case 'AWAIT_SHIPPING':
      return nextWhileAwaitingShipment(situation);
    case 'IN_ESCROW':
      return nextInReturn(situation) ?? nextInEscrow(situation);
    default:
      return nextAfterRelease(situation);
  }
};
