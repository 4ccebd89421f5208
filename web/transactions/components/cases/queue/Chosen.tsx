import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffCase } from '#application/contract/cases.ts';
import { counted } from '#domain/shared/lengths.ts';
import { useUser } from '../../../../api/session.tsx';
import { caseDeskQuery } from '../../../../staff/staffQueries.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { toast } from '../../../../ui/toast.ts';
import { SnoozeDialog } from '../desk/deskDialogs.ts';
import { WriteNote } from '../desk/NoteDialog.tsx';
import { useDesk } from '../desk/useDesk.ts';

type ChosenProps = { items: readonly StaffCase[]; onClear: () => void };

/** What can be done with several cases at once. Each case is its own command, so one refusal stops no other. */
export const Chosen = ({ items, onClear }: ChosenProps) => {
  const { take, snooze, write } = useDesk();
  const { userId } = useUser();
  const [dialog, setDialog] = useState<'note' | 'snooze'>();
  const [busy, setBusy] = useState(false);
  const all = counted(items.length, 'case');
  const each = async (act: (item: StaffCase, id: string) => Promise<unknown>, done: string) => {
    let failed = 0;
    setBusy(true);
    for (const item of items) if (item.sale) await act(item, item.sale._id).catch(() => failed++);
    setBusy(false);
    if (failed === 0) toast.success(`${done}: ${all}`);
    else
      toast.error(`${done}: ${items.length - failed} of ${all}. The others have changed. Please look at them again.`);
    onClear();
  };
  const [first] = items;
  const { data: desk } = useQuery({ ...caseDeskQuery(first?.sale?._id ?? ''), enabled: first !== undefined });
  const colleagues = [...(desk?.colleagues ?? []), ...(desk?.assignee ? [desk.assignee] : [])].filter(
    ({ _id }) => _id !== userId,
  );
  const assign = (done: string, to?: string) => each(({ assignee }, _id) => take({ _id, assignee }, to), done);
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
      <Button size="sm" look="quiet" onClick={onClear}>
        Clear
      </Button>
      <WriteNote
        open={dialog === 'note'}
        onOpenChange={openChange}
        title={`Note on ${all}`}
        onWrite={(text) => each((_, id) => write(id, text), 'Note added')}
      />
      <SnoozeDialog
        open={dialog === 'snooze'}
        onOpenChange={openChange}
        title={`Snooze ${all}`}
        onSnooze={(until) => each((_, id) => snooze(id, until), 'Snoozed')}
      />
    </section>
  );
};
