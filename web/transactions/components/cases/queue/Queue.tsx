import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { StaffCase } from '#application/contract/caseQueue.ts';
import { access } from '#domain/access/access.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { useUser } from '../../../../api/session.tsx';
import { KeysHelp } from '../../../../staff/keysHelpOnDemand.ts';
import { CASES_PER_PAGE, casesQuery } from '../../../../staff/staffQueries.ts';
import { stepThrough } from '../../../../staff/stepThrough.ts';
import { type Key, useKeys } from '../../../../staff/useKeys.ts';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { Views } from '../../../../staff/views/Views.tsx';
import { Button, ButtonLink, IconButton } from '../../../../ui/Button.tsx';
import { PageHeading } from '../../../../ui/PageHeading.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import { EmptyState, ErrorState, Notice } from '../../../../ui/States.tsx';
import { TableSkeleton } from '../../../../ui/TableRegion.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAddress } from '../../../../ui/useAddress.ts';
import { NoteDialog } from '../desk/NoteDialog.tsx';
import { useDesk } from '../desk/useDesk.ts';
import { CaseTable } from './CaseTable.tsx';
import { Chosen } from './Chosen.tsx';
import { Filters } from './Filters.tsx';
import { FoundSales } from './FoundSales.tsx';
import { filtersIn } from './filtersIn.ts';
import { takeNext } from './takeNext.ts';

const Nothing = ({ filtered, others }: { filtered: boolean; others: boolean }) => {
  if (others) return <p className="muted">No open case matches.</p>;
  return filtered ? (
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
};

const ROW_LINK = '[data-case]';

const step = (by: 1 | -1): void => stepThrough('.q-row', ROW_LINK, by);

const focusedLink = (): HTMLElement | null | undefined =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>(ROW_LINK);

export const Queue = () => {
  const { page } = useAddress();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = filtersIn(new URLSearchParams(search));
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(casesQuery(filters, page));
  const mayWork = useMay(access.case.do.work);
  const { take, toggle } = useDesk();
  const { userId } = useUser();
  const [helps, setHelps] = useState(false);
  const [noted, setNoted] = useState<StaffCase['sale']>(null);
  const [notes, setNotes] = useState(false);
  const [taking, setTaking] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const searchBox = useRef<HTMLInputElement>(null);
  const cases = data?.cases ?? [];
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort');
  const terminations = data?.terminations ?? [];
  const chosenCases = [...new Map(cases.map((item) => [item.sale?._id ?? '', item])).values()].filter(
    ({ sale }) => sale && chosen.has(sale._id),
  );

  const choose = (sale: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, sale] : [...before].filter((one) => one !== sale)));
  /** The case whose row has the focus. */
  const atFocus = () => cases.find(({ sale }) => sale && sale._id === focusedLink()?.dataset.case);
  const withFocused = (act: (item: StaffCase, sale: NonNullable<StaffCase['sale']>) => void) => () => {
    const item = atFocus();
    if (item?.sale) act(item, item.sale);
  };
  const next = async () => {
    setTaking(true);
    try {
      const sale = await takeNext(userId ?? '', filters, take);
      if (sale) navigate(`/staff/cases/${sale}`, { state: { queue: pathname + search } });
      else toast.info('No case is free', 'Every case that waits for staff is taken, snoozed or not yours to decide.');
    } catch (failed) {
      toast.error(messageOf(failed, 'Failed to take a case. Nothing has changed.'));
    } finally {
      setTaking(false);
    }
  };

  const working: Key[] = [
    {
      key: 'a',
      name: 'Take the case, or give it back',
      run: withFocused(({ assignee }, { _id }) => void toggle({ _id, assignee })),
    },
    {
      key: 'n',
      name: 'Write a note on the case',
      run: withFocused((_, sale) => {
        setNoted(sale);
        setNotes(true);
      }),
    },
    { key: 'x', name: 'Choose the case', run: withFocused((_, { _id }) => choose(_id, !chosen.has(_id))) },
    { key: 't', name: 'Take the next free case', run: () => void next() },
  ];
  const keys: Key[] = [
    { key: 'j', name: 'Next case', run: () => step(1) },
    { key: 'k', name: 'Previous case', run: () => step(-1) },
    { key: 'o', name: 'Open the case', run: () => focusedLink()?.click() },
    ...(mayWork ? working : []),
    { key: '/', name: 'Search', run: () => searchBox.current?.focus() },
    { key: '?', name: 'Show these keys', run: () => setHelps(true) },
  ];
  useKeys(keys);
  return (
    <>
      <PageHeading
        title="Cases"
        rule={false}
        actions={
          <div className="row">
            <Views list="cases" all={{ label: 'All cases', to: '/staff' }} />
            {mayWork && (
              <Button size="sm" busy={taking} onClick={next}>
                Take next
              </Button>
            )}
            <IconButton icon="question" label="Keyboard shortcuts" onClick={() => setHelps(true)} />
          </div>
        }
      />
      <Filters counts={data?.counts ?? {}} searchBox={searchBox} />
      {data && error && <Notice bad>Could not refresh the cases. What you see may be out of date.</Notice>}
      {isPending && <TableSkeleton />}
      {!isPending && !data && (
        <ErrorState error={error} title="Failed to load the cases" onRetry={() => refetch()}>
          {messageOf(error, 'Their deadlines keep running. Try again in a moment.')}
        </ErrorState>
      )}
      {chosenCases.length > 0 && (
        <Chosen
          items={chosenCases}
          onChosen={(items) => setChosen(new Set(items.flatMap(({ sale }) => sale?._id ?? [])))}
        />
      )}
      {data &&
        (cases.length === 0 && terminations.length === 0 && page === 1 ? (
          <Nothing filtered={isFiltered} others={data.sales.length > 0} />
        ) : (
          <div className="panel flush">
            <CaseTable
              cases={cases}
              terminations={terminations}
              busy={isPlaceholderData}
              chosen={chosen}
              onChoose={mayWork ? choose : undefined}
            />
            <Pager
              page={page}
              perPage={CASES_PER_PAGE}
              of={'cases'}
              shown={cases.length + terminations.length}
              total={data.totalCount}
              hasMore={data.hasMore}
            />
          </div>
        ))}
      {data && data.sales.length > 0 && <FoundSales sales={data.sales} from={pathname + search} />}
      {noted && <NoteDialog sale={noted} open={notes} onOpenChange={setNotes} />}
      <KeysHelp keys={keys} open={helps} onOpenChange={setHelps} />
    </>
  );
};
