import { nextAfterRelease } from './afterRelease.ts';
import { nextInEscrow } from './escrow.ts';
import type { Next, Situation } from './next.ts';
import { nextWhileAwaitingShipment } from './shipping.ts';
import { nextWhileUnpaid } from './unpaid.ts';

export const whatHappensNext = (situation: Situation): Next => {
  switch (situation.sale.status) {
    case 'CREATED':
    case 'PAYMENT_PENDING':
    case 'PAYMENT_FAILED':
      return nextWhileUnpaid(situation);
    case 'AWAIT_SHIPPING':
      return nextWhileAwaitingShipment(situation);
    case 'IN_ESCROW':
      return nextInEscrow(situation);
    default:
      return nextAfterRelease(situation);
  }
};
