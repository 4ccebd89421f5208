import { useQuery } from '@tanstack/react-query';
import type { SecurityEventAnswer } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { EVENTS_PER_PAGE, securityQuery } from '../../api/auditQueries.ts';
import { detailOf, KINDS, timesOf, titleOf } from '../../text/securityText.ts';
import { usePeriod } from '../Days.tsx';
import { SecurityFilter } from './SecurityFilter.tsx';

const LETTERS = 8;

const Digest = ({ of, digest }: { of: string; digest: string }) => (
  <Link className="mono" to={`/audit/security?who=${digest}`} title={`${of} ${digest}`}>
    <span className="sr-only">{of} </span>
    {digest.slice(0, LETTERS)}
  </Link>
);

const Who = ({ fact: { account, address } }: { fact: SecurityEventAnswer }) => {
  if (account) return <Link to={`/audit/security?who=${account._id}`}>{account.username}</Link>;
  return (
    <>
      nobody
      {address && (
        <>
          {' '}
          (<Digest of="E-mail address" digest={address} />)
        </>
      )}
    </>
  );
};

const Facts = ({ facts: events, busy }: { facts: readonly SecurityEventAnswer[]; busy: boolean }) => (
  <TableRegion label="Security events" busy={busy}>
    <table className="events stacks">
      <caption className="sr-only">Security events, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
          <th scope="col">Detail</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td className="nowrap" data-label="Time (UTC)">
              <time dateTime={event.at}>{utcTime(event.at)}</time>
            </td>
            <td data-label="Who">
              <Who fact={event} />
            </td>
            <td className="nowrap" data-label="What">
              <Link to={`/audit/streams/${event.stream}`}>{titleOf(event)}</Link>
            </td>
            <td data-label="From">{event.network && <Digest of="Network" digest={event.network} />}</td>
            <td data-label="Detail">{[detailOf(event), timesOf(event)].filter(Boolean).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const Found = () => {
  const { of, page } = useAddress();
  const who = of('who');
  const kind = of('kind') || of('what');
  const isUnknownKind = kind !== '' && !Object.hasOwn(KINDS, kind);
  const { from, to, isChosen, isFaulty } = usePeriod();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...securityQuery({ who, kind, from, to }, page),
    enabled: !isFaulty && !isUnknownKind,
  });
  if (isUnknownKind)
    return (
      <EmptyState title="Nothing found">
        There are no security events of the kind “{kind}”. Choose one under “What”.
      </EmptyState>
    );
  if (isFaulty) return null;
  if (isPending) return <TableSkeleton />;
  if (!data)
    return (
      <ErrorState
        error={error}
        title="Failed to load the security events"
        onRetry={() => refetch()}
        actions={
          <ButtonLink size="sm" to="/audit/security">
            Clear filters
          </ButtonLink>
        }
      >
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.facts.length === 0 && page === 1)
    return (
      <EmptyState title="No security events">
        {data.about === 'nobody' && `No person is called “${who}”.`}
        {data.about === 'digest' && `No shown event is from a network or address whose hash begins with “${who}”.`}
        {(data.about === 'person' || data.about === 'everybody') &&
          (who || kind || isChosen ? 'No event matches the filters.' : 'The first sign-in adds the first event.')}
      </EmptyState>
    );
  return (
    <div className="panel flush">
      <Facts facts={data.facts} busy={isPlaceholderData} />
      <Pager
        page={page}
        perPage={EVENTS_PER_PAGE}
        of="events"
        shown={data.facts.length}
        total={data.totalCount}
        hasMore={data.hasMore}
      />
    </div>
  );
};

export const Security = () => (
  <>
    <PageHeading
      title="Security"
      lead="Sign-ins, refusals, and changes of rights. Addresses are hashed: the same address has the same hash until its month ends."
      rule={false}
    />
    <SecurityFilter />
    <Found />
  </>
);
