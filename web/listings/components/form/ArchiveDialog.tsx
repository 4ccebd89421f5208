import type { ReactNode } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { archiveBody } from './editBodies.ts';

type ArchiveDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  listing: Listing;
  busy: boolean;
  send: (body: object) => Promise<unknown>;
  /** Open offers that end with the listing. */
  children: ReactNode;
};

export const ArchiveDialog = ({ open, onOpenChange, listing, busy, send, children }: ArchiveDialogProps) => {
  const archive = async () => {
    try {
      await send(archiveBody(listing));
      toast.success('Your listing is archived');
    } catch (error) {
      onOpenChange(false);
      toast.error(messageOf(error, 'Failed to archive listing'));
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Archive Listing"
      confirmText="Archive Listing"
      danger
      busy={busy}
      busyText="Archiving…"
      onConfirm={archive}
    >
      <p>
        “{listing.title}” no longer appears in search and cannot be bought or edited. You can still find it in the
        Archived tab of My Listings.
      </p>
      {children}
    </ConfirmDialog>
  );
};
