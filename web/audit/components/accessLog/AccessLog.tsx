import { useQuery } from '@tanstack/react-query';
import type { DataAccessPage } from '#application/contract/accessLog.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { accessReasonText, accessText, concernedText } from '#domain/notifications/accessLogText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { useFoundBy } from '../../../api/useFoundBy.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { dataAccessesQuery, EVENTS_PER_PAGE } from '../../api/auditQueries.ts';
import { nobodyCalled } from '../../text/securityText.ts';
import { AddressSearch } from '../AddressSearch.tsx';

type Row = DataAccessPage['disclosures'][number];

const Person = ({ _id, username }: NonNullable<Row['concerned']>) => (
  <Link to={`/audit/disclosures?who=${_id}`}>{username}</Link>
);

const Access = (access: Pick<Row, 'of' | 'revision' | 'event' | 'fields'>) => {
  const { did, record, more } = accessText(access);
  return (
    <span>
      {did.charAt(0).toUpperCase() + did.slice(1)}{' '}
      {record && <Link to={`/audit/streams/${access.of}?at=${access.revision}`}>{record}</Link>}
      {more}
    </span>
  );
};

const nothingFor = (about: DataAccessPage['about'], who: string): string =>
  ({
    everybody: 'Each access to personal data is listed here.',
    person: 'This person opened nothing, and nobody opened their data.',
    sale: 'Nobody opened personal data of this sale.',
    nobody: nobodyCalled(who),
  })[about];

const Table = ({ rows, busy }: { rows: readonly Row[]; busy: boolean }) => (
  <TableRegion label="Opened data" busy={busy}>
    <table className="events stacks">
      <caption className="sr-only">Access to personal data, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">By</th>
          <th scope="col">Whose</th>
          <th scope="col">What</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, at, by, role, concerned, of, revision, event, fields, purpose, reason }) => (
          <tr key={id}>
            <td className="nowrap" data-label="Time (UTC)">
              <Link to={`/audit/streams/disclosure-${(concerned ?? by)._id}`}>
                <time dateTime={at}>{utcTime(at)}</time>
              </Link>
            </td>
            <td data-label="By">
              <span>
                <Person {...by} /> ({role})
              </span>
            </td>
            <td data-label="Whose">{concerned ? <Person {...concerned} /> : concernedText(fields)}</td>
            <td data-label="What">
              <Access of={of} revision={revision} event={event} fields={fields} />
            </td>
            <td data-label="Why">{accessReasonText({ fields, purpose, reason })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const Found = () => {
  const { of, page } = useAddress();
  const who = of('who');
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(dataAccessesQuery(who, page));
  if (isPending) return <TableSkeleton />;
  if (!data)
    return (
      <ErrorState
        error={error}
        title="Failed to load the access log"
        onRetry={() => refetch()}
        actions={
          <ButtonLink size="sm" to="/audit/disclosures">
            Show everybody
          </ButtonLink>
        }
      >
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.disclosures.length === 0 && page === 1)
    return (
      <EmptyState title={data.about === 'nobody' ? 'Nothing found' : 'Nothing was opened'}>
        {nothingFor(data.about, who)}
      </EmptyState>
    );
  return (
    <div className="panel flush">
      <Table rows={data.disclosures} busy={isPlaceholderData} />
      <Pager
        page={page}
        perPage={EVENTS_PER_PAGE}
        of="entries"
        shown={data.disclosures.length}
        total={data.totalCount}
        hasMore={data.hasMore}
      />
    </div>
  );
};

export const AccessLog = () => (
  <>
    <PageHeading
      title="Opened data"
      lead="Who opened whose personal data, or viewed their sale, account or messages: what and why. The people concerned see the same in their settings."
      rule={false}
    />
    <AddressSearch of="who" label="Who" placeholder={`A ${useFoundBy()}, or the number of a sale`} />
    <Found />
  </>
);
