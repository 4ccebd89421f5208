import { useMutation, useQuery } from '@tanstack/react-query';
import type { AuditLedger } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { download } from '../../../api/download.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TAccounts } from '../../../ui/TAccounts.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddress } from '../../../ui/useAddress.ts';
import { BOOKINGS_PER_PAGE, ledgerExport, ledgerQuery } from '../../api/auditQueries.ts';
import { usePeriod } from '../Days.tsx';
import { AccountLink } from './AccountLink.tsx';
import { AtProvider, Balances } from './Balances.tsx';
import { BookChecks, Checks } from './Checks.tsx';
import { LedgerFilter } from './LedgerFilter.tsx';

const Entries = ({ entries, busy }: { entries: AuditLedger['entries']; busy: boolean }) => (
  <TableRegion label="Entries of the ledger" busy={busy}>
    <table className="events stacks">
      <caption className="sr-only">Entries of the ledger, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Event</th>
          <th scope="col">Account</th>
          <th scope="col">Sale</th>
          <th scope="col" className="amount">
            Debit
          </th>
          <th scope="col" className="amount">
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, amount, currency, transactionId, shortId, eventId, type, revision, at }, index) => (
          <tr key={`${eventId}/${account}`} className={classes(entries[index - 1]?.eventId !== eventId && 'new-event')}>
            <td className="nowrap" data-label="Time (UTC)">
              <time dateTime={at}>{utcTime(at)}</time>
            </td>
            <td data-label="Event">
              <Link to={`/audit/streams/transaction-${transactionId}?e=${revision}`}>{type}</Link>
            </td>
            <td data-label="Account">
              <AccountLink account={account}>{account.split(':')[0] ?? account}</AccountLink>
            </td>
            <td data-label="Sale">
              <Link className="mono" to={`/audit/streams/transaction-${transactionId}`}>
                {shortId}
              </Link>
            </td>
            <td className="amount" data-label="Debit">
              {amount < 0 && formatUnits(-amount, currency)}
            </td>
            <td className="amount" data-label="Credit">
              {amount >= 0 && formatUnits(amount, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const dayText = (day: string): string => DATE.format(new Date(day));

/** `at the end of 30 Nov 2026`; `now` without a last day. */
const endText = (to: string): string => (to ? `at the end of ${dayText(to)}` : 'now');

/** `from 1 Nov 2026 to the end of 30 Nov 2026`, or only its end. */
const daysText = (from: string, to: string): string =>
  from ? `from ${dayText(from)} to ${to ? `the end of ${dayText(to)}` : 'now'}` : endText(to);

const balancesTitle = (account: string, days: string): string =>
  `${account ? `Balance of ${account}` : 'Balances'} ${days} (UTC)`;

const ExportButton = (asked: Parameters<typeof ledgerExport>[0]) => {
  const file = useMutation({
    mutationFn: () => download(ledgerExport(asked)),
    onError: (error) => toast.error(messageOf(error, 'The entries could not be exported. Please try again.')),
  });
  return (
    <Button size="sm" busy={file.isPending} busyText="Preparing…" onClick={() => file.mutate()}>
      Export CSV
    </Button>
  );
};

const Books = () => {
  const { of, page } = useAddress();
  const [transaction, account, amount] = [of('sale'), of('account'), of('amount')];
  const { from, to, isChosen, isFaulty } = usePeriod();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...ledgerQuery({ sale: transaction, account, amount, from, to }, page),
    enabled: !isFaulty,
  });
  if (isFaulty) return null;
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
    <div className="grid gap-4">
      <div className="case">
        <div>
          <Panel
            title={balancesTitle(account, daysText(of('from'), of('to')))}
            aside={<span className="muted">Negative: a debit balance</span>}
          >
            <Balances balances={data.balances} names={names} isPeriod={isChosen} isWhole={account === ''} />
            {!transaction && !account && <AtProvider balances={data.balances} days={endText(of('to'))} />}
          </Panel>
        </div>
        <div>
          {data.tAccounts.length > 0 && (
            <Panel title={`Money of the sale ${endText(of('to'))} (UTC)`}>
              <TAccounts accounts={data.tAccounts} />
            </Panel>
          )}
          <Checks checks={data.checks} />
          <BookChecks attestations={data.attestations} />
        </div>
      </div>
      {data.entries.length === 0 && page === 1 ? (
        <EmptyState title="No entries">
          {transaction || account || amount || isChosen
            ? 'No entry matches the filters.'
            : 'The first captured payment adds the first entries.'}
        </EmptyState>
      ) : (
        <Panel
          title="Entries"
          flush
          aside={<ExportButton sale={transaction} account={account} amount={amount} from={from} to={to} />}
        >
          <Entries entries={data.entries} busy={isPlaceholderData} />
          <Pager
            page={page}
            perPage={BOOKINGS_PER_PAGE}
            of="bookings"
            shown={new Set(data.entries.map(({ eventId }) => eventId)).size}
            total={data.bookings}
            hasMore={data.hasMore}
          />
        </Panel>
      )}
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
