import { standstill } from '#domain/notifications/moneyText.ts';
import { isDeferred, sentenceOf } from '../../../ui/moneySentences.ts';
import { isOpen } from '../../text/disputeText.ts';
import { nextAfterRelease } from './afterRelease.ts';
import { nextWhileDeferred } from './deferred.ts';
import { nextInDispute } from './dispute.ts';
import { ESCROW_STATUS, nextInEscrow } from './escrow.ts';
import { nextInQuarantine, nextOnHold } from './hold.ts';
import type { Next, Situation } from './next.ts';
import { nextInReturn } from './return.ts';
import { nextWhileAwaitingShipment } from './shipping.ts';
import { nextWhileUnpaid } from './unpaid.ts';

/** Statuses in which a hold decides what follows. In escrow a pause or return says more, and a hold does not stop a running refund. */
const HELD_UP = ['AWAIT_SHIPPING', 'ESCROW_COMPLETED', 'READY_FOR_PAYOUT'];

/** Skipped if the title already is the escrow status. */
const withClock = ({ sale: transaction }: Situation, next: Next): Next => {
  const clock = next !== nextInQuarantine && next.title !== ESCROW_STATUS && sentenceOf(standstill, transaction);
  return clock ? { ...next, clock } : next;
};

export const whatHappensNext = (situation: Situation): Next => withClock(situation, nextOf(situation));

const nextOf = (situation: Situation): Next => {
  const { dispute, status, holds } = situation.sale;
  if (holds.includes('quarantine')) return nextInQuarantine;
  if (isOpen(dispute)) return nextInDispute(situation, dispute);
  if (isDeferred(situation.sale)) return nextWhileDeferred(situation);
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
