import { dateTime } from '../../ui/dates.ts';
import { formatCents } from '../../ui/money.ts';
import { dueAt } from '../deadlineWords.ts';
import type { Next, Outcome, Situation } from './next.ts';
import { pauseOpensAt } from './pauseWindow.ts';

const ifConfirmed = ({ money, reader }: Situation): Outcome =>
  reader === 'buyer'
    ? { when: 'You confirm', what: `${formatCents(money.toSeller)} goes to the seller at once.` }
    : { when: 'The buyer confirms', what: `${formatCents(money.toSeller)} is released to you at once.` };

const ifPaused = ({ reader, now }: Situation, ends: string): Outcome => {
  const opens = pauseOpensAt(ends);
  const result = 'The clock stops. The money stays until you confirm, or 30 days pass and staff look at it.';
  if (reader === 'seller')
    return {
      when: 'The buyer pauses',
      what: 'The clock stops until the buyer confirms, or 30 days pass and staff look at it.',
    };
  return now >= Date.parse(opens)
    ? { when: 'You pause', what: result }
    : { when: 'You pause', what: `Possible from ${dateTime(opens)}, for the last 74 hours. ${result}` };
};

const running = (situation: Situation, ends: string): Next => ({
  title: 'Escrow Status',
  lead: 'Escrow ends on',
  until: ends,
  outcomes: [
    ifConfirmed(situation),
    ifPaused(situation, ends),
    {
      when: 'Nobody acts',
      what: `On ${dateTime(ends)} the money goes to ${situation.reader === 'buyer' ? 'the seller' : 'you'}.`,
    },
  ],
});

const paused = (situation: Situation): Next => {
  const limit = dueAt(situation.sale, 'pauseLimit');
  return {
    title: 'Escrow Status',
    lead: 'Escrow is currently paused',
    until: null,
    reason: situation.sale.escrowStatus.pauseReason ?? '[erased]',
    outcomes: [
      ifConfirmed(situation),
      situation.reader === 'buyer'
        ? { when: 'You resume', what: 'The clock runs on, with at least 74 hours left.' }
        : { when: 'The buyer resumes', what: 'The clock runs on, with at least 74 hours left.' },
      {
        when: 'Nobody acts',
        what: `${limit ? `On ${dateTime(limit)}` : 'After 30 days of pause'} a dispute opens by itself and staff look at it.`,
      },
    ],
  };
};

/** A dispute or a return is open: only its own deadline runs. */
const held = (situation: Situation, what: 'dispute' | 'return'): Next => {
  const kinds =
    what === 'dispute'
      ? (['disputeAnswer', 'settlementOffer', 'disputeReview'] as const)
      : (['returnAnswer', 'returnShipBack', 'returnInspection'] as const);
  const until = kinds.map((kind) => dueAt(situation.sale, kind)).find((due) => due !== null) ?? null;
  return {
    title: 'Escrow Status',
    lead: until
      ? `The clock is stopped while the ${what} is open. Next step before`
      : `The clock is stopped while the ${what} is open.`,
    until,
    outcomes: [
      ifConfirmed(situation),
      { when: 'You wait', what: 'The money stays in escrow.' },
      {
        when: 'Nobody acts',
        what:
          what === 'dispute'
            ? 'Staff decide the dispute: a refund, a part of it, or a release to the seller.'
            : 'The return goes on by its deadlines, which the timeline lists.',
      },
    ],
  };
};

export const nextInEscrow = (situation: Situation): Next => {
  const { sale } = situation;
  if (sale.displayStatus === 'IN_ESCROW_DISPUTED') return held(situation, 'dispute');
  if (sale.displayStatus === 'RETURN_IN_PROGRESS') return held(situation, 'return');
  if (sale.escrowStatus.isPaused || !sale.escrowEndDate) return paused(situation);
  return running(situation, sale.escrowEndDate);
};
