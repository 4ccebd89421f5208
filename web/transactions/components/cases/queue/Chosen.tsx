import { useState } from 'react';
import type { StaffCase } from '#application/contract/cases.ts';
import { counted } from '#domain/shared/lengths.ts';
import { Button } from '../../../../ui/Button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { SnoozeDialog } from '../desk/deskDialogs.ts';
import { useDesk } from '../desk/useDesk.ts';

type ChosenProps = { items: readonly StaffCase[]; onClear: () => void };

/** What can be done with several cases at once. Each case is its own command, so one refusal stops no other. */
export const Chosen = ({ items, onClear }: ChosenProps) => {
  const { take, snooze } = useDesk();
  const [snoozes, setSnoozes] = useState(false);
  const [busy, setBusy] = useState(false);
  const each = async (act: (item: StaffCase, id: string) => Promise<unknown>, done: string) => {
    let failed = 0;
    setBusy(true);
    for (const item of items) if (item.sale) await act(item, item.sale._id).catch(() => failed++);
    setBusy(false);
    const all = counted(items.length, 'case');
    if (failed === 0) toast.success(`${done}: ${all}`);
    else
      toast.error(`${done}: ${items.length - failed} of ${all}. The others have changed. Please look at them again.`);
    onClear();
  };
  return (
    <section className="chosen row" aria-label="Chosen cases">
      <b className="strong">{counted(items.length, 'case')} chosen</b>
      <Button
        size="sm"
        busy={busy}
        onClick={() => each(({ assignee }, _id) => take({ _id, assignee }), 'Assigned to you')}
      >
        Assign to me
      </Button>
      <Button size="sm" onClick={() => setSnoozes(true)}>
        Snooze…
      </Button>
      <Button size="sm" look="quiet" onClick={onClear}>
        Clear
      </Button>
      <SnoozeDialog
        open={snoozes}
        onOpenChange={setSnoozes}
        title={`Snooze ${counted(items.length, 'case')}`}
        onSnooze={(until) => each((_, id) => snooze(id, until), 'Snoozed')}
      />
    </section>
  );
};
