import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../api/ApiError.ts';
import { KeysHelp } from '../../../staff/keysHelpOnDemand.ts';
import { stepThrough } from '../../../staff/stepThrough.ts';
import { type Key, useKeys } from '../../../staff/useKeys.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { type Desk, reportsQuery } from './reportDesk.ts';
import { useMayDecide } from './useMayDecide.ts';

type ReportListProps<Page, State extends string> = {
  desk: Desk<State>;
  /** Title and text of the empty list. */
  empty: { title: (state: State) => string; text: string };
  rowsOf: (page: Page) => ReactNode[];
};

const ACTION = '.report-actions :is(button, a)';

/** Opens the dialog of the focused report, or of the first. */
const decide = (): void => {
  const focused = document.activeElement?.closest('.report') ?? document;
  focused.querySelector<HTMLElement>('.report-actions button')?.click();
};

/** A paged list of reports with a state filter. */
export const ReportList = <Page extends { totalCount: number; hasMore: boolean }, State extends string>({
  desk,
  empty,
  rowsOf,
}: ReportListProps<Page, State>) => {
  const { of, page } = useAddress();
  const states = Object.keys(desk.states) as [State, ...State[]];
  const state = states.find((known) => known === of('state')) ?? states[0];
  const about = /^[0-9a-f]{32}$/.exec(of('about'))?.[0] ?? '';
  const { data, error, isPending, refetch } = useQuery(reportsQuery<Page>(desk, state, about, page));
  const rows = data ? rowsOf(data) : [];
  const mayDecide = useMayDecide([]);
  const [helps, setHelps] = useState(false);
  const keys: Key[] = [
    { key: 'j', name: 'Next report', run: () => stepThrough('.report', ACTION, 1) },
    { key: 'k', name: 'Previous report', run: () => stepThrough('.report', ACTION, -1) },
    ...(mayDecide ? [{ key: 'd', name: 'Decide the report', run: decide }] : []),
    { key: '?', name: 'Show these keys', run: () => setHelps(true) },
  ];
  useKeys(keys);
  return (
    <>
      <PageHeading
        title={desk.title}
        rule={false}
        actions={<IconButton icon="question" label="Keyboard shortcuts" onClick={() => setHelps(true)} />}
      />
      <nav className="kinds" aria-label={`Which ${desk.of}`}>
        {states.map((one) => (
          <Link
            key={one}
            to={`${desk.path}?${new URLSearchParams({ ...(one !== states[0] && { state: one }), ...(about && { about }) })}`.replace(
              /\?$/,
              '',
            )}
            aria-current={one === state ? 'page' : undefined}
          >
            {desk.states[one]}
          </Link>
        ))}
      </nav>
      {about && (
        <p className="mb-4">
          Only reports about <Link to={`/staff/accounts/${about}`}>one account</Link>.{' '}
          <Link to={desk.path}>All reports</Link>
        </p>
      )}
      {isPending && <TableSkeleton rows={4} />}
      {!isPending && !data && (
        <ErrorState error={error} title="Failed to load the reports" onRetry={() => refetch()}>
          {messageOf(error, 'Try again in a moment.')}
        </ErrorState>
      )}
      {data && rows.length === 0 && page === 1 && <EmptyState title={empty.title(state)}>{empty.text}</EmptyState>}
      {data && (rows.length > 0 || page > 1) && (
        <>
          {rows}
          <Pager
            page={page}
            perPage={desk.perPage}
            of={desk.of}
            shown={rows.length}
            total={data.totalCount}
            hasMore={data.hasMore}
          />
        </>
      )}
      <KeysHelp keys={keys} open={helps} onOpenChange={setHelps} />
    </>
  );
};
