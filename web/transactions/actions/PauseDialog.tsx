import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Textarea } from '../../ui/Input.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useKeptOverReload } from '../../ui/useKeptOverReload.ts';
import { useSaleCommand } from '../useSaleCommand.ts';
import { actionWords } from './actionWords.ts';
import type { SaleDialogProps } from './dialogProps.ts';

const DEFAULT_REASON = 'Item not yet received';

/** The short way to a pause, from a card or the detail page; the screen of its own is where the mails lead. */
export const PauseDialog = ({ sale, open, onOpenChange }: SaleDialogProps) => {
  const command = useSaleCommand(sale._id);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { reason: DEFAULT_REASON } });
  const { register, handleSubmit, formState } = form;
  useKeptOverReload(form, `pause:${sale._id}`);
  const submit = handleSubmit(async ({ reason }) => {
    setFailure(undefined);
    try {
      await command.mutateAsync({ command: 'pause-escrow', body: { reason: reason.trim() } });
      onOpenChange(false);
      toast.success('Escrow Paused', `Please contact ${sale.seller.username} and say what is missing.`);
    } catch (error) {
      const message = messageOf(error, 'Failed to pause escrow');
      setFailure(message);
      toast.error('Error', message);
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Pause Escrow" locked={command.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        <p>{actionWords(sale).pauseEscrow.next}</p>
        <Textarea
          label="Reason for pausing escrow"
          maxLength={1000}
          hint="The seller reads this"
          error={formState.errors.reason?.message}
          {...register('reason', {
            validate: (typed) => typed.trim() !== '' || 'Please explain why you pause the escrow',
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
