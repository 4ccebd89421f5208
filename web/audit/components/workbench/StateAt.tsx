import type { Moment } from '#domain/audit/replay/replay.ts';
import type { TransactionMoment } from '#domain/audit/replay/transactionMoment.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { EURO, formatSum } from '#domain/shared/currencies.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { type Hold, holdsOf, type Transaction } from '#domain/transactions/state.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { type Event, Facts } from '../../../ui/Facts.tsx';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { REGION_WORDS } from '../../../ui/processText.ts';
import { TAccounts } from '../../../ui/TAccounts.tsx';
import { Json } from './Json.tsx';
import { Possible } from './Possible.tsx';
import { usePeople } from './people.tsx';
import type { Row } from './rows.ts';
import { HOLD_WORDS, inUnits, numberNote, shownTAccount, stateWord } from './words.ts';

type Time = (instant: number) => string;

const clockOf = ({ clock, remaining }: Transaction, time: Time): string => {
  if (clock) return `runs until ${time(clock.endsAt)}`;
  return remaining === null ? 'none' : `stopped, ${durationInShort(remaining)} left`;
};

const REGIONS = ['pause', 'dispute', 'return', 'chargeback', 'staff'] as const;

/** Untouched regions of the chart are left out. */
const regionsOf = (transaction: Transaction): Event[] =>
  REGIONS.filter((region) => transaction[region] !== 'none').map((region) => ({
    label: REGION_WORDS[region],
    value: stateWord(region, transaction[region]),
  }));

const holdWords = (holds: Hold[]): string =>
  holds.length === 0 ? 'none' : holds.map((hold) => HOLD_WORDS[hold]).join(', ');

const WholeState = ({ moment, time }: { moment: Moment; time: Time }) => (
  <Json
    value={moment.state}
    label={`State at event ${moment.revision} as JSON`}
    noteOf={numberNote({ currency: moment.transaction?.currency ?? EURO, time })}
  />
);

type StateProps = { moment: Moment; rows: readonly Row[]; time: Time };

/** `event 5, warden, 28 Nov 2026` */
const usePlacedBy = ({ rows, time }: Omit<StateProps, 'moment'>, placed: TransactionMoment['holds']) => {
  const people = usePeople();
  return (hold: Hold): string | undefined => {
    const row = rows[placed.find((each) => each.hold === hold)?.revision ?? -1];
    if (!row) return undefined;
    const actor = people.get(row.event.actor.id) ?? row.lane;
    return `event ${row.revision}, ${actor}, ${time(row.instant).split(',')[0]}`;
  };
};

const OfTransaction = ({ moment, transaction: found, rows, time }: StateProps & { transaction: TransactionMoment }) => {
  const { revision } = moment;
  const { status, displayStatus, currency, deadlines, next, blocked, forbidden, balances, tAccounts } = found;
  const placedBy = usePlacedBy({ rows, time }, found.holds);
  const transaction = moment.state as Transaction;
  const facts = [
    { label: REGION_WORDS.status, value: stateWord('status', status) },
    { label: 'Shown as', value: <StatusBadge status={displayStatus} /> },
    { label: REGION_WORDS.money, value: stateWord('money', transaction.money) },
    { label: 'Holds', value: holdWords(holdsOf(transaction)) },
    ...regionsOf(transaction),
    { label: 'Clock', value: clockOf(transaction, time) },
    { label: 'Captured', value: formatSum(transaction.captured, currency) },
    transaction.refunded > 0 && { label: 'Refunded', value: formatSum(transaction.refunded, currency) },
    transaction.paidOut > 0 && { label: 'Paid out', value: formatSum(transaction.paidOut, currency) },
  ];
  return (
    <>
      <Panel title={`State at event ${revision}`}>
        <Facts facts={facts} />
        <details className="whole-state">
          <summary>The whole state as JSON</summary>
          <WholeState moment={moment} time={time} />
        </details>
      </Panel>
      <Panel title={`What can happen next, after event ${revision}`}>
        <Possible next={next} blocked={blocked} forbidden={forbidden} time={time} placedBy={placedBy} />
      </Panel>
      <Panel title={`Deadlines at event ${revision}`}>
        {deadlines.length === 0 ? (
          <p className="muted">No deadline is active.</p>
        ) : (
          <Facts
            facts={deadlines.map(({ kind, dueAt }) => ({
              label: staffDeadlineWords(kind).title,
              value: <span className="num">{time(dueAt)}</span>,
            }))}
          />
        )}
      </Panel>
      <Panel title={`Ledger at event ${revision}`}>
        {balances.length === 0 ? (
          <p className="muted">No money has moved yet.</p>
        ) : (
          <>
            <TAccounts accounts={tAccounts.map(shownTAccount)} />
            <LedgerTable
              caption={`Balances at event ${revision}`}
              balances={balances.map(inUnits)}
              names={{ [transaction.id]: transaction.transactionId }}
            />
          </>
        )}
      </Panel>
    </>
  );
};

/** The state after an event: of a transaction with its books and its possibilities, of any other stream as JSON. */
export const StateAt = (props: StateProps) => {
  const { moment, time } = props;
  if (moment.transaction) return <OfTransaction {...props} transaction={moment.transaction} />;
  return (
    <Panel title={`State at event ${moment.revision}`}>
      {moment.state === undefined ? (
        <p className="muted">The state after this event is not known.</p>
      ) : (
        <WholeState moment={moment} time={time} />
      )}
    </Panel>
  );
};
