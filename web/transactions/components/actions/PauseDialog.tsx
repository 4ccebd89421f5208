import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/ApiError.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';
import { useTransactionCommand } from '../../api/useTransactionCommand.ts';
import { actionText } from '../../text/actionText.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

const DEFAULT_REASON = 'Item not yet received';

/** Opens from a card or the detail page. E-mails link to the separate pause screen instead. */
export const PauseDialog = ({ sale: transaction, open, onOpenChange }: TransactionDialogProps) => {
  const command = useTransactionCommand(transaction._id);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { reason: DEFAULT_REASON } });
  const { register, handleSubmit, formState } = form;
  useKeptOverReload(form, `pause:${transaction._id}`);
  const submit = handleSubmit(async ({ reason }) => {
    setFailure(undefined);
    try {
      await command.mutateAsync({ command: 'pause-escrow', body: { reason: reason.trim() } });
      onOpenChange(false);
      toast.success('Escrow Paused', `Please contact ${transaction.seller.username} and say what is missing.`);
    } catch (error) {
      const message = messageOf(error, 'Failed to pause escrow');
      setFailure(message);
      toast.error('Error', message);
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Pause Escrow" locked={command.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        <p>{actionText(transaction).pauseEscrow.next}</p>
        <Textarea
          label="Reason for pausing escrow"
          maxLength={1000}
          hint="The seller reads this"
          error={formState.errors.reason?.message}
          {...register('reason', {
            validate: (typed) => typed.trim() !== '' || 'Please explain why you are pausing the escrow',
          })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={command.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Processing...">
            Pause Escrow
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
