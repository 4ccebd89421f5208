import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RefusalsPage, WorkPage } from '#application/contract/work.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { actorWords, commandWords, effectWords, isOnTime, outcomeWords } from '../../../staff/effectWords.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Input.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { EVENTS_PER_PAGE, refusalsQuery, workQuery } from '../../api/auditQueries.ts';
import { categoryWord } from '../../categories.ts';

const NAMES: Readonly<Record<WorkPage['kinds'][number]['kind'], string>> = {
  job: 'All jobs',
  providerCall: 'All calls to the provider',
  mail: 'All e-mails',
};

/** The history that a row belongs to: a sale by its number. */
const Of = ({ stream, label }: { stream: string | null; label: string | null }) => {
  if (stream === null) return 'No history';
  const hyphen = stream.indexOf('-');
  const text = label ?? `${categoryWord(stream.slice(0, hyphen))} …${stream.slice(-6)}`;
  return <Link to={`/audit/streams/${stream}`}>{text}</Link>;
};

const Waiting = ({ work, busy }: { work: WorkPage['work']; busy: boolean }) => (
  <TableRegion label="Pending work" busy={busy}>
    <table className="events stacks">
      <caption className="sr-only">Pending work, failed work first, then what waits longest</caption>
      <thead>
        <tr>
          <th scope="col">Work</th>
          <th scope="col">Sale or history</th>
          <th scope="col">Asked for (UTC)</th>
          <th scope="col">Waits for</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {work.map((effect) => (
          <tr key={`${effect.kind} ${effect.ref}`}>
            <td data-label="Work" title={effect.ref}>
              {effectWords(effect)}
            </td>
            <td data-label="Of">
              <Of {...effect} />
            </td>
            <td className="nowrap" data-label="Asked for (UTC)">
              <time dateTime={effect.askedAt}>{utcTime(effect.askedAt)}</time>
            </td>
            <td className="nowrap" data-label="Waits for">
              {durationInShort(effect.waited)}
            </td>
            <td className={isOnTime(effect) ? undefined : 'late'} data-label="State">
              {outcomeWords(effect)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const Refused = ({ refusals, busy }: { refusals: RefusalsPage['refusals']; busy: boolean }) => (
  <TableRegion label="Refused commands" busy={busy}>
    <table className="events stacks">
      <caption className="sr-only">Refused commands, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Sale or history</th>
          <th scope="col">Command</th>
          <th scope="col">Sent by</th>
          <th scope="col">Why not</th>
        </tr>
      </thead>
      <tbody>
        {refusals.map((refusal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two commands of one instant may be alike
          <tr key={`${refusal.at} ${refusal.stream} ${index}`}>
            <td className="nowrap" data-label="Time (UTC)">
              <time dateTime={refusal.at}>{utcTime(refusal.at)}</time>
            </td>
            <td data-label="Of">
              <Of {...refusal} />
            </td>
            <td data-label="Command">{commandWords(refusal.command)}</td>
            <td data-label="Sent by">{actorWords(refusal)}</td>
            <td data-label="Why not">{refusal.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

type Answer<Page> = {
  data: Page | undefined;
  error: unknown;
  refetch: () => unknown;
  /** What is not there, and why. */
  empty: { title: string; words: string };
  children: (page: Page) => ReactNode;
};

/** The rows of an answer with its pages; or why there are none. */
const Rows = <Page extends { totalCount: number; hasMore: boolean }>(props: Answer<Page> & { of: string }) => {
  const { data, error, refetch, empty, of, children } = props;
  const { page } = useAddress();
  if (!data && !error) return <TableSkeleton />;
  if (!data)
    return (
      <ErrorState
        error={error}
        title={`Failed to load the ${of}`}
        onRetry={() => void refetch()}
        actions={
          <ButtonLink size="sm" to="/audit/work">
            Clear filters
          </ButtonLink>
        }
      >
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.totalCount === 0) return <EmptyState title={empty.title}>{empty.words}</EmptyState>;
  const before = (page - 1) * EVENTS_PER_PAGE;
  const shown = Math.max(0, Math.min(EVENTS_PER_PAGE, data.totalCount - before));
  return (
    <div className="panel flush">
      {children(data)}
      <Pager
        page={page}
        perPage={EVENTS_PER_PAGE}
        of={of}
        shown={shown}
        total={data.totalCount}
        hasMore={data.hasMore}
      />
    </div>
  );
};

const WorkList = () => {
  const { of, change, page } = useAddress();
  const kind = of('kind');
  const found = useQuery(workQuery(kind, page));
  const { kinds = [] } = found.data ?? {};
  const groups = [...new Set(kinds.map((one) => one.kind))];
  return (
    <>
      <div className="filterbar ledger-filter">
        <Select label="Kind of work" value={kind} onChange={({ target }) => change({ kind: target.value })}>
          <option value="">All kinds</option>
          {groups.map((group) => [
            <option key={group} value={group}>
              {NAMES[group]}
            </option>,
            ...kinds
              .filter((one) => one.kind === group)
              .map((one) => (
                <option key={`${group}:${one.name}`} value={`${group}:${one.name}`}>
                  {`${effectWords(one)} (${one.count})`}
                </option>
              )),
          ])}
        </Select>
      </div>
      <Rows
        {...found}
        of="work"
        empty={{
          title: 'Nothing waits',
          words: kind ? 'No work of this kind is pending.' : 'Every job, call to the provider and e-mail is done.',
        }}
      >
        {({ work }) => <Waiting work={work} busy={found.isPlaceholderData} />}
      </Rows>
    </>
  );
};

const RefusalList = () => {
  const { of, change, page } = useAddress();
  const command = of('command');
  const found = useQuery(refusalsQuery(command, page));
  return (
    <>
      <div className="filterbar ledger-filter">
        <Select label="Command" value={command} onChange={({ target }) => change({ command: target.value })}>
          <option value="">All commands</option>
          {(found.data?.kinds ?? []).map(({ name, count }) => (
            <option key={name} value={name}>
              {`${commandWords(name)} (${count})`}
            </option>
          ))}
        </Select>
      </div>
      <Rows
        {...found}
        of="refusals"
        empty={{ title: 'No refused commands', words: 'No command was refused lately, or none of this kind.' }}
      >
        {({ refusals }) => <Refused refusals={refusals} busy={found.isPlaceholderData} />}
      </Rows>
    </>
  );
};

const TABS = [
  { value: 'pending', label: 'Pending' },
  { value: 'refused', label: 'Refused' },
];

/** What the marketplace still has to do, and what it would not do, over all sales. */
export const Work = () => {
  const { of, change } = useAddress();
  return (
    <>
      <PageHeading
        title="Pending work"
        lead="Jobs, calls to the provider and e-mails of all sales that wait or failed, and the commands that were refused lately."
        rule={false}
      />
      <Tabs
        label="Work and refusals"
        tabs={TABS}
        value={of('list') === 'refused' ? 'refused' : 'pending'}
        onChange={(list) => change({ list: list === 'refused' ? list : '', kind: '', command: '' }, { replace: false })}
      >
        <TabPanel value="pending">
          <WorkList />
        </TabPanel>
        <TabPanel value="refused">
          <RefusalList />
        </TabPanel>
      </Tabs>
    </>
  );
};
