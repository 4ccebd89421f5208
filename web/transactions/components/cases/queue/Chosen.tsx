import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffCase } from '#application/contract/caseQueue.ts';
import { counted } from '#domain/shared/lengths.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { useUser } from '../../../../api/session.tsx';
import { caseDeskQuery } from '../../../../staff/staffQueries.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { toast } from '../../../../ui/toast.ts';
import { SnoozeDialog } from '../desk/deskDialogs.ts';
import { WriteNote } from '../desk/NoteDialog.tsx';
import { useDesk } from '../desk/useDesk.ts';

const LEFT = 'The others have not changed.';
const NOTHING = 'That failed. Nothing has changed.';

type Act = (item: StaffCase, id: string) => Promise<unknown>;
/** `done`: before the number of cases. `anyway`: the button for a case of a colleague. */
type Job = { act: Act; done: string; anyway: (colleague: string) => string; to?: string };
type ChosenProps = { items: readonly StaffCase[]; onChosen: (items: readonly StaffCase[]) => void };

/** The cases of colleagues, which a job left out; each has its own button. */
const LeftOut = ({
  items,
  job,
  onDone,
}: {
  items: readonly StaffCase[];
  job: Job;
  onDone: (item: StaffCase) => void;
}) => (
  <ul className="left-out" aria-label="Left out">
    {items.map((item) => {
      const { sale, assignee } = item;
      if (!sale || !assignee) return null;
      const act = async () => {
        try {
          await job.act(item, sale._id);
          toast.success(`${job.done}: ${sale.transactionId}`);
          onDone(item);
        } catch (error) {
          toast.error(messageOf(error, NOTHING));
        }
      };
      return (
        <li key={sale._id} className="row">
          <span>
            <span className="mono">{sale.transactionId}</span> stays with {assignee.username}.
          </span>
          <Button size="sm" onClick={act}>
            {job.anyway(assignee.username)}
          </Button>
        </li>
      );
    })}
  </ul>
);

/** What can be done with several cases at once. Each case is its own command, so one refusal stops no other. A colleague’s case is left out. */
export const Chosen = ({ items, onChosen }: ChosenProps) => {
  const { take, snooze, write } = useDesk();
  const { userId } = useUser();
  const [dialog, setDialog] = useState<'note' | 'snooze'>();
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState<Job>();
  const all = counted(items.length, 'case');
  const each = async (job: Job) => {
    const isTheirs = ({ assignee }: StaffCase) => assignee !== null && ![userId, job.to].includes(assignee._id);
    const [theirs, ours] = [items.filter(isTheirs), items.filter((item) => !isTheirs(item))];
    const failures: unknown[] = [];
    setBusy(true);
    for (const item of ours) if (item.sale) await job.act(item, item.sale._id).catch((error) => failures.push(error));
    setBusy(false);
    // nothing was done: the caller shows why, and the choice stays
    if (failures.length > 0 && failures.length === ours.length) throw failures[0];
    const stay = theirs.map(({ sale, assignee }) => `${sale?.transactionId} stays with ${assignee?.username}.`);
    const some = counted(ours.length, 'case');
    if (failures.length > 0)
      toast.error(`${job.done}: ${ours.length - failures.length} of ${some}`, messageOf(failures[0], LEFT));
    else if (ours.length > 0) toast.success(`${job.done}: ${some}`, stay.join(' ') || undefined);
    else toast.info('Nothing has changed', stay.join(' '));
    setLast(theirs.length > 0 ? job : undefined);
    onChosen(theirs);
  };
  const [first] = items;
  const { data: desk } = useQuery({ ...caseDeskQuery(first?.sale?._id ?? ''), enabled: first !== undefined });
  const colleagues = [...(desk?.colleagues ?? []), ...(desk?.assignee ? [desk.assignee] : [])].filter(
    ({ _id }) => _id !== userId,
  );
  const assign = (done: string, to?: string) =>
    each({
      act: ({ assignee }, _id) => take({ _id, assignee }, to),
      done,
      anyway: (colleague) =>
        to === undefined ? `Take it from ${colleague}` : `Assign it, although ${colleague} has it`,
      ...(to !== undefined && { to }),
    }).catch((error) => toast.error(messageOf(error, NOTHING)));
  const openChange = (open: boolean) => setDialog((before) => (open ? before : undefined));
  return (
    <section className="chosen row" aria-label="Chosen cases">
      <b className="strong">{all} chosen</b>
      <Button size="sm" busy={busy} onClick={() => assign('Assigned to you')}>
        Assign to me
      </Button>
      {colleagues.length > 0 && (
        <Menu
          label="Assign to"
          trigger={<Button size="sm">Assign…</Button>}
          groups={[
            colleagues.map(({ _id, username }) => ({
              label: username,
              onSelect: () => void assign(`Assigned to ${username}`, _id),
            })),
          ]}
        />
      )}
      <Button size="sm" onClick={() => setDialog('snooze')}>
        Snooze…
      </Button>
      <Button size="sm" onClick={() => setDialog('note')}>
        Add note…
      </Button>
      <Button size="sm" look="quiet" onClick={() => onChosen([])}>
        Clear
      </Button>
      {last && <LeftOut items={items} job={last} onDone={(item) => onChosen(items.filter((one) => one !== item))} />}
      <WriteNote
        open={dialog === 'note'}
        onOpenChange={openChange}
        title={`Note on ${all}`}
        onWrite={(text) => each({ act: (_, id) => write(id, text), done: 'Note added', anyway: () => 'Add it anyway' })}
      />
      <SnoozeDialog
        open={dialog === 'snooze'}
        onOpenChange={openChange}
        title={`Snooze ${all}`}
        count={items.length}
        onSnooze={(until) =>
          each({ act: (_, id) => snooze(id, until), done: 'Snoozed', anyway: () => 'Snooze it anyway' })
        }
      />
    </section>
  );
};
