import { ERASED } from '#domain/shared/erased.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatCents } from '../../ui/money.ts';
import { dueAt } from '../deadlineWords.ts';
import { afterPause } from '../leftAfterHold.ts';
import { releasedToSeller } from '../releaseWords.ts';
import { whom } from '../whom.ts';
import { bankAsks } from './hold.ts';
import type { Next, Outcome, Situation } from './next.ts';
import { pauseOpensAt } from './pauseWindow.ts';

export const ESCROW_STATUS = 'Escrow Status';

const ifConfirmed = ({ sale: transaction, money, reader }: Situation): Outcome =>
  reader === 'buyer'
    ? { when: 'You confirm', what: releasedToSeller(transaction, money.toSeller) }
    : { when: 'The buyer confirms', what: `${formatCents(money.toSeller)} is released to you at once.` };

const ifPaused = ({ sale: transaction, reader, now }: Situation, ends: string): Outcome => {
  const opens = pauseOpensAt(transaction, ends);
  const { pauseLimit, pauseWindow } = termsOf(transaction);
  const result = `The clock stops and the money stays. After ${pauseLimit} of pause in all, a dispute opens.`;
  if (reader === 'seller')
    return {
      when: 'The buyer pauses',
      what: `The clock stops and the money stays. After ${pauseLimit} of pause in all, a dispute opens.`,
    };
  return now >= Date.parse(opens)
    ? { when: 'You pause', what: result }
    : { when: 'You pause', what: `Possible from ${dueTime(opens)}, for the last ${pauseWindow}. ${result}` };
};

const running = (situation: Situation, ends: string): Next => ({
  title: ESCROW_STATUS,
  lead: 'Escrow ends on',
  until: ends,
  outcomes: [
    ifConfirmed(situation),
    ifPaused(situation, ends),
    {
      when: 'Nobody acts',
      what: `On ${dueTime(ends)} the money goes to ${whom('seller', situation.reader)}.`,
    },
  ],
});

const paused = (situation: Situation): Next => {
  const limit = dueAt(situation.sale, 'pauseLimit');
  return {
    title: ESCROW_STATUS,
    lead: 'Escrow is currently paused',
    until: null,
    reason: situation.sale.escrowStatus.pauseReason ?? ERASED,
    outcomes: [
      ifConfirmed(situation),
      situation.reader === 'buyer'
        ? { when: 'You resume', what: afterPause(situation.sale) }
        : { when: 'The buyer resumes', what: afterPause(situation.sale) },
      {
        when: 'Nobody acts',
        what: `${limit ? `On ${dueTime(limit)}` : `After ${termsOf(situation.sale).pauseLimit} of pause`} a dispute opens by itself.`,
      },
    ],
  };
};

/** The bank or our staff look at the payment: a chargeback or a hold. */
const stopped = (situation: Situation): Next => ({
  title: ESCROW_STATUS,
  lead: situation.sale.holds.includes('chargeback')
    ? `The clock is stopped: ${bankAsks(situation)}.`
    : 'The clock is stopped while the payment is looked at.',
  until: null,
  outcomes: [
    ifConfirmed(situation),
    { when: 'You wait', what: 'The money stays in escrow. You are notified when it goes on.' },
    {
      when: 'Nobody acts',
      what: `Our staff see to it. The clock then runs on with at least ${termsOf(situation.sale).pauseWindow} left.`,
    },
  ],
});

export const nextInEscrow = (situation: Situation): Next => {
  const { sale: transaction } = situation;
  if (transaction.escrowStatus.isPaused) return paused(situation);
  return transaction.escrowEndDate ? running(situation, transaction.escrowEndDate) : stopped(situation);
};
