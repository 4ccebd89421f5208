import { useQuery } from '@tanstack/react-query';
import type { StreamsFound } from '#application/contract/audit.ts';
import { messageOf } from '../../api/ApiError.ts';
import { useFoundBy } from '../../api/useFoundBy.ts';
import { Link } from '../../ui/Link.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../ui/TableRegion.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { streamsQuery } from '../api/auditQueries.ts';
import { categoryWord } from '../categories.ts';
import { AddressSearch } from './AddressSearch.tsx';

const NEWEST = 'Newest histories';

const Table = ({ streams, title }: StreamsFound & { title: string }) => (
  <div className="panel flush">
    <TableRegion label={title}>
      <table className="events stacks">
        <caption className={title === NEWEST ? undefined : 'sr-only'}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Of</th>
            <th scope="col">Stream</th>
            <th scope="col" className="amount">
              Events
            </th>
          </tr>
        </thead>
        <tbody>
          {streams.map(({ stream, category, label, events }) => (
            <tr key={stream}>
              <td data-label="What">{categoryWord(category)}</td>
              <td data-label="Of">
                <Link to={`/audit/streams/${stream}`}>{label || stream}</Link>
              </td>
              <td className="mono muted break-all" data-label="Stream">
                {stream}
              </td>
              <td className="amount" data-label="Events">
                {events}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  </div>
);

const Found = ({ search }: { search: string }) => {
  const { data, error, isPending, refetch } = useQuery(streamsQuery(search));
  const foundBy = useFoundBy();
  if (isPending) return <TableSkeleton rows={3} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to search the histories" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.streams.length === 0)
    return (
      <EmptyState title={`Nothing found for “${search}”`}>
        Search for a sale by the beginning of its number, its title or its people, an account by its {foundBy}, a
        listing by its title, or anything by its id.
      </EmptyState>
    );
  return <Table streams={data.streams} title={search === '' ? NEWEST : 'Histories found'} />;
};

export const Search = () => {
  const { of } = useAddress();
  return (
    <>
      <PageHeading
        title="Audit trail"
        lead="Every event as it was recorded. Nothing can be changed here."
        rule={false}
      />
      <AddressSearch of="search" label="Search histories" placeholder={`TX7K2M9QPD, a title, or a ${useFoundBy()}`} />
      <Found search={of('search')} />
    </>
  );
};
