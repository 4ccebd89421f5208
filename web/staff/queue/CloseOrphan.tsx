import { useState } from 'react';
import type { StaffCase } from '#application/contract/staff.ts';
import { Button } from '../../ui/Button.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useActs, useStaffDeed } from '../useStaffDeed.ts';

/** The provider spoke of a sale that does not exist: somebody asks the provider, and writes down what it was. */
export const CloseOrphan = ({ orphan }: { orphan: NonNullable<StaffCase['orphan']> }) => {
  const [open, setOpen] = useState(false);
  const deed = useStaffDeed();
  if (!useActs()) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Close
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title="Close this fact"
        label="Note"
        hint="What the provider said about it. Staff and auditors read it."
        confirmText="Close it"
        busyText="Closing…"
        failure="Failed to close it"
        onSubmit={async (note) => {
          await deed.mutateAsync({ path: `staff/orphans/${encodeURIComponent(orphan.eventId)}/close`, body: { note } });
          toast.success('Closed');
        }}
      >
        <p>
          The payment provider reported <b className="strong">{orphan.fact}</b> with the reference{' '}
          <span className="mono">{orphan.reference}</span>, which belongs to no sale here. No money moves by closing it.
        </p>
      </ReasonDialog>
    </>
  );
};
