import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CASE_ORDERS, type CasePage } from '#application/contract/cases.ts';
import { isCaseKind } from '#domain/notifications/cases.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { KeysHelp } from '../../../../staff/KeysHelp.tsx';
import { CASES_PER_PAGE, type CaseFilters, casesQuery } from '../../../../staff/staffQueries.ts';
import { type Key, useKeys } from '../../../../staff/useKeys.ts';
import { ButtonLink, IconButton } from '../../../../ui/Button.tsx';
import { PageHeading } from '../../../../ui/PageHeading.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import { EmptyState, ErrorState, Notice } from '../../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../../ui/TableRegion.tsx';
import { useAddress } from '../../../../ui/useAddress.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { CaseRow, ROW_LINK } from './CaseRow.tsx';
import { Filters } from './Filters.tsx';

const isOrder = (text: string) => CASE_ORDERS.some((order) => order === text);

/** What the address asks for; what it misspells is left out. */
const useFilters = (): CaseFilters => {
  const { of } = useAddress();
  const [kind, search, sort] = [of('kind'), of('search'), of('sort')];
  return {
    ...(isCaseKind(kind) && { kind }),
    ...(search && { search: search.slice(0, 100) }),
    ...(isOrder(sort) && { sort }),
  };
};

const Table = ({ cases, busy }: { cases: CasePage['cases']; busy: boolean }) => {
  const now = useNow();
  const { pathname, search } = useLocation();
  return (
    <TableRegion label="Open cases" busy={busy}>
      <table className="events queue">
        <caption className="sr-only">Open cases</caption>
        <thead>
          <tr>
            <th scope="col" className="q-due">
              Due
            </th>
            <th scope="col" className="q-kind">
              Case
            </th>
            <th scope="col" className="q-sale">
              Sale
            </th>
            <th scope="col" className="amount q-sum">
              Claim of held
            </th>
            <th scope="col" className="q-move">
              Last move
            </th>
            <th scope="col" className="amount q-photos">
              Photos
            </th>
            <th scope="col" className="q-waits">
              Waits for
            </th>
          </tr>
        </thead>
        <tbody>
          {cases.map((item) => (
            <CaseRow
              key={`${item.kind}/${item.orphan?.eventId ?? item.sale?._id ?? item.quarantine?.stream}`}
              item={item}
              from={pathname + search}
              now={now}
            />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
};

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState
      title="No open case matches"
      actions={
        <ButtonLink size="sm" to="/staff">
          All cases
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState title="No open cases">
      Nothing needs a decision, and no payment is stuck. New cases appear here automatically.
    </EmptyState>
  );

/** Moves the focus by rows, from the focused one. */
const step = (by: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)];
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = at < 0 ? links.at(by > 0 ? 0 : -1) : links[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

const focusedLink = (): HTMLElement | null | undefined =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>(`[${ROW_LINK}]`);

export const Queue = () => {
  const { page } = useAddress();
  const filters = useFilters();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(casesQuery(filters, page));
  const [helps, setHelps] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const keys: Key[] = [
    { key: 'j', name: 'Next case', run: () => step(1) },
    { key: 'k', name: 'Previous case', run: () => step(-1) },
    { key: 'o', name: 'Open the case', run: () => focusedLink()?.click() },
    { key: '/', name: 'Search', run: () => searchBox.current?.focus() },
    { key: '?', name: 'Show these keys', run: () => setHelps(true) },
  ];
  useKeys(keys);
  return (
    <>
      <PageHeading
        title="Cases"
        rule={false}
        actions={<IconButton icon="question" label="Keyboard shortcuts" onClick={() => setHelps(true)} />}
      />
      <Filters counts={data?.counts ?? {}} searchBox={searchBox} />
      {data && error && <Notice bad>Could not refresh the cases. What you see may be out of date.</Notice>}
      {isPending && <TableSkeleton />}
      {!isPending && !data && (
        <ErrorState error={error} title="Failed to load the cases" onRetry={() => refetch()}>
          {messageOf(error, 'Their deadlines keep running. Try again in a moment.')}
        </ErrorState>
      )}
      {data &&
        (data.cases.length === 0 && page === 1 ? (
          <Nothing filtered={Boolean(filters.kind || filters.search)} />
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
        ))}
      <KeysHelp keys={keys} open={helps} onOpenChange={setHelps} />
    </>
  );
};
