import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/ApiError.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';
import { useTransactionCommand } from '../../api/useTransactionCommand.ts';
import { actionText, cancelLabel } from '../../text/actionText.ts';
import { isPaid } from '../../text/cancelText.ts';
import { type Cancellation, cancellationBody, cancellationFailure, REASON_LABELS } from './cancellation.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

/** Sellers must give a reason, buyers need none. */
export const CancelDialog = ({ sale: transaction, open, onOpenChange }: TransactionDialogProps) => {
  const asksReason = transaction.role === 'seller';
  const command = useTransactionCommand(transaction._id);
  const [failure, setFailure] = useState<string>();
  const form = useForm<Cancellation>({
    defaultValues: { reason: 'UNAVAILABLE', otherReason: '' },
  });
  const { register, handleSubmit, watch, setError, formState } = form;
  useKeptOverReload(form, `cancel:${transaction._id}`);
  const submit = handleSubmit(async (cancellation) => {
    setFailure(undefined);
    const broken = asksReason ? cancellationFailure(cancellation) : null;
    if (broken) return setError(broken.field, { message: broken.message }, { shouldFocus: true });
    if (!transaction._id) return setFailure('Unable to identify transaction');
    try {
      const body = asksReason ? cancellationBody(cancellation) : {};
      await command.mutateAsync({ command: 'cancel', body });
      onOpenChange(false);
      toast.success(
        isPaid(transaction) ? 'Transaction cancellation initiated successfully!' : 'Transaction cancelled successfully',
      );
    } catch (error) {
      const message = messageOf(error, 'Failed to cancel transaction');
      setFailure(message);
      toast.error(message);
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={cancelLabel(transaction)} locked={command.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        {isPaid(transaction) ? (
          <p>Are you sure you want to cancel this transaction? This will refund the buyer.</p>
        ) : (
          <p>Are you sure you want to cancel this transaction?</p>
        )}
        {asksReason && (
          <Select label="Reason for cancellation" error={formState.errors.reason?.message} {...register('reason')}>
            {Object.entries(REASON_LABELS).map(([reason, label]) => (
              <option key={reason} value={reason}>
                {label}
              </option>
            ))}
          </Select>
        )}
        {asksReason && watch('reason') === 'OTHER' && (
          <Textarea
            label="Details"
            maxLength={1000}
            hint="The buyer reads this"
            error={formState.errors.otherReason?.message}
            {...register('otherReason')}
          />
        )}
        {failure ? <Notice bad>{failure}</Notice> : <Notice>{actionText(transaction).cancel.next}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={command.isPending}>
            Keep it
          </Button>
          <Button type="submit" look="danger-fill" busyText="Cancelling…">
            {cancelLabel(transaction)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
