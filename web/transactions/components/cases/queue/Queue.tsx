import { useQuery } from '@tanstack/react-query';
import type { CasePage } from '#application/contract/cases.ts';
import { CASE_WORDS, isCaseKind } from '#domain/notifications/cases.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { CASE_KINDS_IN_ORDER } from '../../../../staff/caseText.ts';
import { CASES_PER_PAGE, casesQuery } from '../../../../staff/staffQueries.ts';
import { ButtonLink } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { PageHeading } from '../../../../ui/PageHeading.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import { EmptyState, ErrorState, Notice } from '../../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../../ui/TableRegion.tsx';
import { useAddress } from '../../../../ui/useAddress.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { CaseRow } from './CaseRow.tsx';

type Kind = Parameters<typeof casesQuery>[0];

/** Kinds with open cases, and the chosen one. */
const Kinds = ({ counts, chosen }: { counts: CasePage['counts']; chosen: Kind }) => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = CASE_KINDS_IN_ORDER.filter((kind) => counts[kind] || kind === chosen);
  return (
    <nav className="kinds" aria-label="Kinds of cases">
      <Link to="/staff" aria-current={chosen === 'all' ? 'page' : undefined}>
        All <span className="count">{all}</span>
      </Link>
      {shown.map((kind) => (
        <Link key={kind} to={`/staff?kind=${kind}`} aria-current={chosen === kind ? 'page' : undefined}>
          {CASE_WORDS[kind].label} <span className="count">{counts[kind] ?? 0}</span>
        </Link>
      ))}
    </nav>
  );
};

const Table = ({ cases, busy }: { cases: CasePage['cases']; busy: boolean }) => {
  const now = useNow();
  return (
    <TableRegion label="Open cases" busy={busy}>
      <table className="events queue">
        <caption className="sr-only">Open cases, nearest deadline first</caption>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Case</th>
            <th scope="col">Sale</th>
            <th scope="col">Parties</th>
            <th scope="col" className="amount">
              Held
            </th>
          </tr>
        </thead>
        <tbody>
          {cases.map((item) => (
            <CaseRow key={`${item.kind}/${item.sale?._id ?? item.orphan?.eventId}`} item={item} now={now} />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
};

const Nothing = ({ kind }: { kind: Kind }) =>
  kind === 'all' ? (
    <EmptyState title="No open cases">
      Nothing needs a decision, and no payment is stuck. New cases appear here automatically.
    </EmptyState>
  ) : (
    <EmptyState
      title={`No open cases of the kind “${CASE_WORDS[kind].label}”`}
      actions={
        <ButtonLink size="sm" to="/staff">
          All cases
        </ButtonLink>
      }
    />
  );

const Cases = () => {
  const { of, page } = useAddress();
  const asked = of('kind');
  const kind: Kind = isCaseKind(asked) ? asked : 'all';
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(casesQuery(kind, page));
  if (isPending) return <TableSkeleton />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load the cases" onRetry={() => refetch()}>
        {messageOf(error, 'Their deadlines keep running. Try again in a moment.')}
      </ErrorState>
    );
  return (
    <>
      <Kinds counts={data.counts} chosen={kind} />
      {error && <Notice bad>Could not refresh the cases. What you see may be out of date.</Notice>}
      {data.cases.length === 0 && page === 1 ? (
        <Nothing kind={kind} />
      ) : (
        <div className="panel flush">
          <Table cases={data.cases} busy={isPlaceholderData} />
          <Pager
            page={page}
            perPage={CASES_PER_PAGE}
            of={'cases'}
            shown={data.cases.length}
            total={data.totalCount}
            hasMore={data.hasMore}
          />
        </div>
      )}
    </>
  );
};

export const Queue = () => (
  <>
    <PageHeading title="Cases" lead="Everything that needs a person, nearest deadline first." rule={false} />
    <Cases />
  </>
);
