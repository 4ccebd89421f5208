import { useQuery } from '@tanstack/react-query';
import type { AuditLedger } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TAccounts } from '../../../ui/TAccounts.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { ENTRIES_PER_PAGE, ledgerQuery } from '../../api/auditQueries.ts';
import { instantOfDay } from '../Days.tsx';
import { BookChecks, Checks } from './Checks.tsx';
import { LedgerFilter } from './LedgerFilter.tsx';

const Entries = ({ entries, busy }: { entries: AuditLedger['entries']; busy: boolean }) => (
  <TableRegion label="Entries" busy={busy}>
    <table className="events">
      <caption className="sr-only">Entries of the ledger, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Account</th>
          <th scope="col">Sale</th>
          <th scope="col" className="amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, amount, currency, transactionId, shortId, eventId, at }, index) => (
          <tr key={`${eventId}/${account}`} className={classes(entries[index - 1]?.eventId !== eventId && 'new-event')}>
            <td className="nowrap">
              <time dateTime={at}>{utcTime(at)}</time>
            </td>
            <td className="mono">{account.split(':')[0]}</td>
            <td>
              <Link className="mono" to={`/audit/streams/transaction-${transactionId}`}>
                {shortId}
              </Link>
            </td>
            <td className={classes('amount', amount < 0 && 'muted')}>{formatUnits(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const Books = () => {
  const { of, page } = useAddress();
  const [transaction, from, to] = [of('sale'), of('from'), of('to')];
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    ledgerQuery({ sale: transaction, from: instantOfDay(from), to: instantOfDay(to, 1) }, page),
  );
  if (isPending) return <TableSkeleton />;
  if (!data)
    return (
      <ErrorState
        error={error}
        title="Failed to load the ledger"
        onRetry={() => refetch()}
        actions={
          <ButtonLink size="sm" to="/audit/ledger">
            Clear filters
          </ButtonLink>
        }
      >
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  const names = Object.fromEntries(data.entries.map(({ transactionId, shortId }) => [transactionId, shortId]));
  return (
    <div className="case">
      <div>
        {data.entries.length === 0 && page === 1 ? (
          <EmptyState title="No entries">
            {transaction || from || to
              ? 'No entry matches the filters.'
              : 'The first captured payment adds the first entries.'}
          </EmptyState>
        ) : (
          <div className="panel flush">
            <Entries entries={data.entries} busy={isPlaceholderData} />
            <Pager
              page={page}
              perPage={ENTRIES_PER_PAGE}
              of={'entries'}
              shown={data.entries.length}
              total={data.totalCount}
              hasMore={data.hasMore}
            />
          </div>
        )}
      </div>
      <div>
        <Panel title={transaction ? 'Money of the sale' : 'Balances'}>
          <TAccounts accounts={data.tAccounts} />
          <LedgerTable caption="Balances by account" balances={data.balances} names={names} />
        </Panel>
        <Checks checks={data.checks} />
        <BookChecks attestations={data.attestations} />
      </div>
    </div>
  );
};

export const Ledger = () => (
  <>
    <PageHeading
      title="Ledger"
      lead="Double entry, derived from the events alone: what one account gives, another takes."
      actions={
        <ButtonLink size="sm" to="/audit/terms">
          Other terms
        </ButtonLink>
      }
      rule={false}
    />
    <LedgerFilter />
    <Books />
  </>
);
