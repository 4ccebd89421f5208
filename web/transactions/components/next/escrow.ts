import { clockAfter, ifPaused, standstill } from '#domain/notifications/moneyText.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { displayedTerms, type Promised } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../../ui/dates.ts';
import { aboutOf, aheadIn, releasedAs, releasedIn, sentenceOf } from '../../../ui/moneySentences.ts';
import { bankDecides } from './hold.ts';
import type { Next, Outcome, Situation } from './next.ts';

/** The escrow can be paused only in its last hours. */
const pauseOpensAt = (transaction: Promised, escrowEndsAt: string): string =>
  new Date(Date.parse(escrowEndsAt) - displayedTerms(transaction).pauseWindow).toISOString();

export const ESCROW_STATUS = 'Escrow Status';

const ifConfirmed = ({ sale: transaction, money, reader }: Situation): Outcome =>
  reader === 'buyer'
    ? { when: 'You confirm', what: releasedIn(transaction, money.toSeller) }
    : { when: 'The buyer confirms', what: releasedAs('at once', transaction, money.toSeller) };

const pausing = ({ sale: transaction, reader, now }: Situation, ends: string | null): Outcome => {
  if (reader === 'seller') return { when: 'The buyer pauses', what: ifPaused(transaction) };
  const opens = ends && pauseOpensAt(transaction, ends);
  const from =
    opens && now < Date.parse(opens)
      ? `Possible from ${dueTime(opens)}, in the last ${termsOf(transaction).pauseWindow}. `
      : '';
  return { when: 'You pause', what: `${from}${ifPaused(transaction)}` };
};

const running = (situation: Situation): Next => {
  const { by, follows, until } = aheadIn(situation.sale, 'escrowEnd');
  return {
    title: ESCROW_STATUS,
    lead: by,
    until,
    outcomes: [ifConfirmed(situation), pausing(situation, until), { when: 'If nothing happens', what: follows }],
  };
};

const paused = (situation: Situation): Next => {
  const { sale: transaction, reader } = situation;
  const { by, follows } = aheadIn(transaction, 'pauseLimit');
  return {
    title: ESCROW_STATUS,
    lead: 'Escrow is currently paused',
    until: null,
    reason: transaction.escrowStatus.pauseReason ?? ERASED,
    outcomes: [
      ifConfirmed(situation),
      {
        when: reader === 'buyer' ? 'You resume' : 'The buyer resumes',
        what: clockAfter('paused')(aboutOf(transaction)),
      },
      { when: 'If nothing happens', what: `${by} ${follows}` },
    ],
  };
};

/** A chargeback or a staff hold stops the clock. */
const stopped = (situation: Situation): Next => {
  const { sale: transaction } = situation;
  return {
    title: ESCROW_STATUS,
    lead: sentenceOf(standstill, transaction),
    until: null,
    outcomes: [
      ifConfirmed(situation),
      { when: 'You wait', what: 'You are notified when the sale continues.' },
      {
        when: 'If nothing happens',
        what: transaction.holds.includes('chargeback')
          ? `The bank decides. ${bankDecides(situation, `the chargeback ends. ${clockAfter('chargeback')(aboutOf(transaction))}`)}`
          : `Our staff take care of it. ${clockAfter('staff')(aboutOf(transaction))}`,
      },
    ],
  };
};

export const nextInEscrow = (situation: Situation): Next => {
  if (situation.sale.escrowStatus.isPaused) return paused(situation);
  return sentenceOf(standstill, situation.sale) ? stopped(situation) : running(situation);
};
