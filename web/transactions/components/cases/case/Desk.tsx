import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CaseReaders } from '#application/contract/caseDesk.ts';
import type { StaffCase } from '#application/contract/caseQueue.ts';
import type { CaseFile } from '#application/contract/cases.ts';
import { access } from '#domain/access/access.ts';
import { useUser } from '../../../../api/session.tsx';
import { KeysHelp } from '../../../../staff/keysHelpOnDemand.ts';
import { caseDeskQuery, casesQuery } from '../../../../staff/staffQueries.ts';
import { type Key, useKeys } from '../../../../staff/useKeys.ts';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { dueTime, shortDate } from '../../../../ui/dates.ts';
import { useGoing } from '../../../../ui/going.ts';
import { Menu } from '../../../../ui/Menu.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { toast } from '../../../../ui/toast.ts';
import { choose, focusDecision, pressShortcut, SHORTCUTS } from '../decide/shortcuts.ts';
import { SnoozeDialog } from '../desk/deskDialogs.ts';
import { NoteDialog } from '../desk/NoteDialog.tsx';
import { useDesk } from '../desk/useDesk.ts';
import { filtersIn } from '../queue/filtersIn.ts';
import { isActionable } from '../queue/takeNext.ts';
import type { CameFrom } from './cameFrom.ts';
import { isExcludedFromAll } from './decisions.ts';
import { doneWords } from './doneWords.ts';

const DECISIONS = ['decide', 'confirm-decision', 'reject-decision', 'counter-decision'];

/** The case after this one in the queue, as it was while this one was in it; otherwise the first. Only what the reader may act on. */
const after = (cases: readonly StaffCase[], id: string, me: string): string | undefined => {
  const at = cases.findIndex(({ sale }) => sale?._id === id);
  const others = [...cases.slice(at + 1), ...cases.slice(0, Math.max(0, at))];
  return others.find((item) => isActionable(item, me) && item.sale?._id !== id)?.sale?._id;
};

/** After a decision here, opens the next case of the queue from which the reader came. */
const useNextCase = (file: CaseFile): void => {
  const { _id, transactionId } = file.transaction;
  const sale = useMemo(() => ({ _id, transactionId }), [_id, transactionId]);
  const latest = useRef(file);
  latest.current = file;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { userId } = useUser();
  const { queue } = (useLocation().state as CameFrom) ?? {};
  const address = new URLSearchParams(queue?.split('?')[1] ?? '');
  const page = Number(address.get('page')) || 1;
  const { data } = useQuery({ ...casesQuery(filtersIn(address), page), enabled: queue !== undefined });
  const next = useRef<string>(undefined);
  if (data?.cases.some((item) => item.sale?._id === sale._id)) next.current = after(data.cases, sale._id, userId ?? '');
  const isLeaving = useGoing() !== undefined;
  useEffect(() => {
    if (isLeaving) return;
    const decisions = DECISIONS.map((what) => `transaction/${sale._id}/dispute/${what}`);
    return queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { path } = (event.mutation.state.variables ?? {}) as { path?: string };
      if (!path || !decisions.includes(path) || queue === undefined || !next.current) return;
      const decided = { ...sale, done: doneWords(path, event.mutation.state.data, latest.current) };
      navigate(`/staff/cases/${next.current}`, { state: { queue, decided } satisfies CameFrom });
    });
  }, [isLeaving, queries, navigate, queue, sale]);
};

const Notes = ({ notes }: { notes: readonly { _id: string; by: { username: string }; at: string; text: string }[] }) =>
  notes.length > 0 && (
    <ol className="notes">
      {notes.map(({ _id, by, at, text }) => (
        <li key={_id}>
          <b className="strong">{by.username}</b>{' '}
          <time className="muted" dateTime={at}>
            {dueTime(at)}
          </time>
          <blockquote>{text}</blockquote>
        </li>
      ))}
    </ol>
  );

/** Who works on the case, and the notes of staff, which its parties never see. */
export const Desk = ({ file, readers }: { file: CaseFile; readers: CaseReaders['readers'] }) => {
  const sale = file.transaction;
  const mayWork = useMay(access.case.do.work);
  const { data, error } = useQuery(caseDeskQuery(sale._id));
  const { userId } = useUser();
  const { isMine, toggle, give, snooze, wake } = useDesk();
  const [dialog, setDialog] = useState<'note' | 'snooze' | 'keys'>();
  useNextCase(file);
  const openChange = (open: boolean) => setDialog((before) => (open ? before : undefined));
  const item = { _id: sale._id, assignee: data?.assignee ?? null };
  const isOpen = file.cases.length > 0;
  const mayTake = isOpen && (isMine(item) || !isExcludedFromAll(file, userId ?? ''));
  const working: Key[] = [
    { key: 'd', name: 'Decide', run: focusDecision },
    { key: '1', name: 'Release to the seller', run: () => choose('release') },
    { key: '2', name: 'Refund a part', run: () => choose('part') },
    { key: '3', name: 'Refund everything', run: () => choose('refund') },
    { key: SHORTCUTS.insert, name: 'Insert a text', run: () => pressShortcut(SHORTCUTS.insert) },
    { key: SHORTCUTS.confirm, name: 'Confirm the proposed decision', run: () => pressShortcut(SHORTCUTS.confirm) },
    { key: SHORTCUTS.reject, name: 'Reject or withdraw it', run: () => pressShortcut(SHORTCUTS.reject) },
    { key: SHORTCUTS.counter, name: 'Make a counter-proposal', run: () => pressShortcut(SHORTCUTS.counter) },
    ...(isOpen && !data?.snoozedUntil ? [{ key: 's', name: 'Snooze the case', run: () => setDialog('snooze') }] : []),
    { key: 'n', name: 'Write a note', run: () => setDialog('note') },
    ...(mayTake
      ? [{ key: 'a', name: 'Take the case, or unassign yourself', run: () => void (data && toggle(item)) }]
      : []),
  ];
  const keys: Key[] = [
    ...(mayWork ? working : []),
    { key: '?', name: 'Show these keys', run: () => setDialog('keys') },
  ];
  useKeys(keys);
  const { assignee = null, snoozedUntil = null, notes = [] } = data ?? {};
  const colleagues = (data?.colleagues ?? []).filter(({ _id }) => _id !== userId);
  const taking = assignee === null ? 'Take it' : `Take it from ${assignee.username}`;
  return (
    <Panel
      title="Work on this case"
      className="case-desk"
      aside={<IconButton icon="question" label="Keyboard shortcuts" onClick={() => setDialog('keys')} />}
    >
      {error && !data && <Notice bad>Could not load who works on this case.</Notice>}
      {data && (
        <p>
          {!isOpen && 'No case is open. '}
          {assignee ? (
            <>
              {!isOpen ? 'Last assigned to' : 'Assigned to'}{' '}
              <b className="strong">{isMine(item) ? 'you' : assignee.username}</b>.
            </>
          ) : (
            isOpen && 'Nobody works on it.'
          )}
          {snoozedUntil && ` Snoozed until ${shortDate(snoozedUntil)}.`}
        </p>
      )}
      {data?.nobodyLeft && (
        <Notice bad>
          Nobody on the staff may act on this case: each of you proposed or decided what it is about, or is a party of
          the sale. An admin must give somebody the staff role.
        </Notice>
      )}
      {readers.length > 0 && (
        <p role="status">
          Read now by <b className="strong">{readers.map(({ username }) => username).join(', ')}</b>.
        </p>
      )}
      {data && mayWork && (
        <div className="row">
          {mayTake && (
            <Button size="sm" onClick={() => toggle(item)}>
              {isMine(item) ? 'Unassign me' : taking}
            </Button>
          )}
          {isOpen && colleagues.length > 0 && (
            <Menu
              label="Assign to"
              trigger={<Button size="sm">Assign…</Button>}
              groups={[
                colleagues.map((person) => ({ label: person.username, onSelect: () => void give(item, person) })),
              ]}
            />
          )}
          {isOpen &&
            (snoozedUntil ? (
              <Button size="sm" onClick={() => wake(sale._id)}>
                Back to the queue
              </Button>
            ) : (
              <Button size="sm" onClick={() => setDialog('snooze')}>
                Snooze…
              </Button>
            ))}
          <Button size="sm" onClick={() => setDialog('note')}>
            Add note…
          </Button>
        </div>
      )}
      <Notes notes={notes} />
      <NoteDialog sale={sale} open={dialog === 'note'} onOpenChange={openChange} />
      <SnoozeDialog
        open={dialog === 'snooze'}
        onOpenChange={openChange}
        title={`Snooze ${sale.transactionId}`}
        onSnooze={async (until) => {
          await snooze(sale._id, until);
          toast.success('Snoozed', `Until ${shortDate(until)}`);
        }}
      />
      <KeysHelp keys={keys} open={dialog === 'keys'} onOpenChange={openChange} />
    </Panel>
  );
};
