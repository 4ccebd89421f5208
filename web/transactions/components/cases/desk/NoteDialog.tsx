import { ReasonDialog } from '../../../../ui/dialogsOnDemand.ts';
import { toast } from '../../../../ui/toast.ts';
import { useDesk } from './useDesk.ts';

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void };
type WriteNoteProps = OpenProps & { title: string; onWrite: (text: string) => Promise<unknown> };

export const WriteNote = ({ title, onWrite, ...opened }: WriteNoteProps) => (
  <ReasonDialog
    {...opened}
    title={title}
    label="Note"
    hint="Visible to staff and auditors, never to buyer or seller."
    confirmText="Add note"
    busyText="Adding…"
    failure="Failed to add the note"
    onSubmit={async (text) => {
      await onWrite(text);
    }}
  >
    {null}
  </ReasonDialog>
);

type NoteDialogProps = OpenProps & { sale: { _id: string; transactionId: string } };

export const NoteDialog = ({ sale, ...opened }: NoteDialogProps) => {
  const { write } = useDesk();
  const add = async (text: string) => {
    await write(sale._id, text);
    toast.success('Note added');
  };
  return <WriteNote {...opened} title={`Note on ${sale.transactionId}`} onWrite={add} />;
};
