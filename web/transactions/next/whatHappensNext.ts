import { standstill } from '#domain/telling/moneyWords.ts';
import { sentenceOf } from '../../ui/moneySentences.ts';
import { isOpen } from '../dispute/disputeWords.ts';
import { nextAfterRelease } from './afterRelease.ts';
import { nextInDispute } from './dispute.ts';
import { ESCROW_STATUS, nextInEscrow } from './escrow.ts';
import { nextInQuarantine, nextOnHold } from './hold.ts';
import type { Next, Situation } from './next.ts';
import { nextInReturn } from './return.ts';
import { nextWhileAwaitingShipment } from './shipping.ts';
import { nextWhileUnpaid } from './unpaid.ts';

/** Where a hold decides what follows; in escrow a pause or a return says more, and a refund under way is not stopped by one. */
const HELD_UP = ['AWAIT_SHIPPING', 'ESCROW_COMPLETED', 'READY_FOR_PAYOUT'];

/** Its own title tells of escrow without anything open. */
const withClock = ({ sale }: Situation, next: Next): Next => {
  const clock = next !== nextInQuarantine && next.title !== ESCROW_STATUS && sentenceOf(standstill, sale);
  return clock ? { ...next, clock } : next;
};

export const whatHappensNext = (situation: Situation): Next => withClock(situation, nextOf(situation));

const nextOf = (situation: Situation): Next => {
  const { dispute, status, holds } = situation.sale;
  if (holds.includes('quarantine')) return nextInQuarantine;
  if (isOpen(dispute)) return nextInDispute(situation, dispute);
  if (holds.length > 0 && HELD_UP.includes(status)) return nextOnHold(situation);
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
