import type { TransactionAt } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { formatSum } from '#domain/shared/currencies.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import { type Hold, holdsOf, type Transaction } from '#domain/transactions/state.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { type Event, Facts } from '../../../ui/Facts.tsx';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TAccounts } from '../../../ui/TAccounts.tsx';
import { Json } from './Json.tsx';
import { Next } from './Next.tsx';

const plain = (state: string): string => state.replaceAll('_', ' ');
const instant = (ms: number): string => `${utcTime(new Date(ms).toISOString())} UTC`;

const clockOf = ({ clock, remaining }: Transaction): string => {
  if (clock) return `runs until ${instant(clock.endsAt)}`;
  return remaining === null ? 'none' : `stopped, ${durationInShort(remaining)} left`;
};

/** Untouched regions of the chart are left out. */
const regionsOf = (transaction: Transaction): Event[] =>
  (
    [
      ['Pause', transaction.pause],
      ['Dispute', transaction.dispute],
      ['Return', transaction.return],
      ['Chargeback', transaction.chargeback],
      ['Staff', transaction.staff],
    ] as [string, string][]
  )
    .filter(([, state]) => state !== 'none')
    .map(([label, state]) => ({ label, value: plain(state) }));

const holdWords = (holds: Hold[]): string => (holds.length === 0 ? 'none' : holds.join(', '));

/** The state after an event: a summary, then the complete JSON. */
export const StateAt = ({ at, busy }: { at: TransactionAt; busy: boolean }) => {
  const transaction = at.state as Transaction;
  const events = [
    { label: 'Status', value: <span className="mono">{at.status}</span> },
    { label: 'Shown as', value: <StatusBadge status={at.displayStatus} /> },
    { label: 'Money', value: transaction.money },
    { label: 'Holds', value: holdWords(holdsOf(transaction)) },
    ...regionsOf(transaction),
    { label: 'Clock', value: clockOf(transaction) },
    { label: 'Captured', value: formatSum(transaction.captured, currencyOf(transaction)) },
    transaction.refunded > 0 && { label: 'Refunded', value: formatSum(transaction.refunded, currencyOf(transaction)) },
    transaction.paidOut > 0 && { label: 'Paid out', value: formatSum(transaction.paidOut, currencyOf(transaction)) },
  ];
  return (
    <>
      <Panel title={`State at event ${at.revision}`} aria-busy={busy || undefined}>
        <Facts facts={events} />
        <details className="whole-state">
          <summary>The whole state as JSON</summary>
          <Json value={at.state} label={`State at event ${at.revision} as JSON`} />
        </details>
      </Panel>
      <Panel title={`Deadlines at event ${at.revision}`}>
        {at.deadlines.length === 0 ? (
          <p className="muted">No deadline is active.</p>
        ) : (
          <Facts
            facts={at.deadlines.map(({ kind, dueAt }) => ({
              label: staffDeadlineWords(kind).title,
              value: <span className="num">{utcTime(dueAt)} UTC</span>,
            }))}
          />
        )}
      </Panel>
      <Panel title={`What can happen next, after event ${at.revision}`}>
        <Next next={at.next} />
      </Panel>
      <Panel title={`Ledger at event ${at.revision}`}>
        {at.balances.length === 0 ? (
          <p className="muted">No money has moved yet.</p>
        ) : (
          <>
            <TAccounts accounts={at.tAccounts} />
            <LedgerTable
              caption={`Balances at event ${at.revision}`}
              balances={at.balances}
              names={{ [transaction.id]: transaction.transactionId }}
            />
          </>
        )}
      </Panel>
    </>
  );
};
