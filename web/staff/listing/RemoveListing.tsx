import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useActs, useStaffDeed } from '../useStaffDeed.ts';

type RemoveListingProps = { listing: { _id: string; title: string }; block?: boolean };

/** On a case and on the listing's own page; nothing for those who are not staff. */
export const RemoveListing = ({ listing, block }: RemoveListingProps) => {
  const [open, setOpen] = useState(false);
  const deed = useStaffDeed();
  if (!useActs()) return null;
  return (
    <>
      <Button look="danger" block={block} onClick={() => setOpen(true)}>
        Remove listing
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove this listing"
        hint="Staff and auditors read it in the history of the listing; the seller does not."
        confirmText="Remove listing"
        busyText="Removing…"
        danger
        failure="Failed to remove the listing"
        onSubmit={async (reason) => {
          await deed.mutateAsync({ path: `staff/listings/${listing._id}/remove`, body: { reason } });
          toast.success('Listing removed');
        }}
      >
        <p>
          <b className="strong">{listing.title}</b> leaves the archives and cannot be put back. A sale that is under way
          goes on.
        </p>
      </ReasonDialog>
    </>
  );
};
