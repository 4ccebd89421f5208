import { ERASED } from '#domain/shared/erased.ts';
import { clockAfter, ifPaused, standstill } from '#domain/telling/moneyWords.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf, aheadIn, releasedIn, sentenceOf } from '../../ui/moneySentences.ts';
import type { Next, Outcome, Situation } from './next.ts';
import { pauseOpensAt } from './pauseWindow.ts';

export const ESCROW_STATUS = 'Escrow Status';

const ifConfirmed = ({ sale, money, reader }: Situation): Outcome =>
  reader === 'buyer'
    ? { when: 'You confirm', what: releasedIn(sale, money.toSeller) }
    : { when: 'The buyer confirms', what: `${formatCents(money.toSeller)} is released to you at once.` };

const pausing = ({ sale, reader, now }: Situation, ends: string | null): Outcome => {
  if (reader === 'seller') return { when: 'The buyer pauses', what: ifPaused(sale) };
  const opens = ends && pauseOpensAt(sale, ends);
  const from =
    opens && now < Date.parse(opens)
      ? `Possible from ${dueTime(opens)}, for the last ${termsOf(sale).pauseWindow}. `
      : '';
  return { when: 'You pause', what: `${from}${ifPaused(sale)}` };
};

const running = (situation: Situation): Next => {
  const { by, follows, until } = aheadIn(situation.sale, 'escrowEnd');
  return {
    title: ESCROW_STATUS,
    lead: by,
    until,
    outcomes: [ifConfirmed(situation), pausing(situation, until), { when: 'Nobody acts', what: follows }],
  };
};

const paused = (situation: Situation): Next => {
  const { sale, reader } = situation;
  const { by, follows } = aheadIn(sale, 'pauseLimit');
  return {
    title: ESCROW_STATUS,
    lead: 'Escrow is currently paused',
    until: null,
    reason: sale.escrowStatus.pauseReason ?? ERASED,
    outcomes: [
      ifConfirmed(situation),
      { when: reader === 'buyer' ? 'You resume' : 'The buyer resumes', what: clockAfter('paused')(aboutOf(sale)) },
      { when: 'Nobody acts', what: `${by} ${follows}` },
    ],
  };
};

/** The bank or our staff look at the payment: a chargeback or a hold. */
const stopped = (situation: Situation): Next => {
  const { sale } = situation;
  return {
    title: ESCROW_STATUS,
    lead: sentenceOf(standstill, sale),
    until: null,
    outcomes: [
      ifConfirmed(situation),
      { when: 'You wait', what: 'You are notified when it goes on.' },
      {
        when: 'Nobody acts',
        what: `Our staff see to it. ${clockAfter(sale.holds.includes('staff') ? 'staff' : 'chargeback')(aboutOf(sale))}`,
      },
    ],
  };
};

export const nextInEscrow = (situation: Situation): Next => {
  if (situation.sale.escrowStatus.isPaused) return paused(situation);
  return sentenceOf(standstill, situation.sale) ? stopped(situation) : running(situation);
};
