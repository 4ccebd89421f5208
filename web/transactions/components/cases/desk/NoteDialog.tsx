import { ReasonDialog } from '../../../../ui/dialogsOnDemand.ts';
import { toast } from '../../../../ui/toast.ts';
import { useDesk } from './useDesk.ts';

type NoteDialogProps = {
  sale: { _id: string; transactionId: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export const NoteDialog = ({ sale, open, onOpenChange }: NoteDialogProps) => {
  const { write } = useDesk();
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Note on ${sale.transactionId}`}
      label="Note"
      hint="Visible to staff and auditors, never to buyer or seller."
      confirmText="Add note"
      busyText="Adding…"
      failure="Failed to add the note"
      onSubmit={async (text) => {
        await write(sale._id, text);
        toast.success('Note added');
      }}
    >
      {null}
    </ReasonDialog>
  );
};
