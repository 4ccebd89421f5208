import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { confirmDelivery } from '../../api/confirmDelivery.ts';
import { loadTransaction, transactionKeys } from '../../api/transactions.ts';
import { useTransactionCommand } from '../../api/useTransactionCommand.ts';
import { actionText, endsWithArrival } from '../../text/actionText.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const ConfirmArrival = ({ sale: transaction, open, onOpenChange, place }: TransactionDialogProps) => {
  const command = useTransactionCommand(transaction._id);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ends = endsWithArrival(transaction);
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await confirmDelivery({
      confirm: () => command.mutateAsync({ command: 'confirm-delivery' }),
      reload: () => loadTransaction(transaction._id),
      wait,
    });
    setBusy(false);
    if (!outcome.confirmed) {
      setFailure(outcome.message);
      toast.error(outcome.message);
      return;
    }
    await queries.invalidateQueries({ queryKey: transactionKeys.all });
    onOpenChange(false);
    toast.success(`Delivery confirmed successfully${place === 'detail' ? " Don't forget to rate the seller!" : ''}`);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm arrival"
      confirmText="Confirm arrival"
      busy={busy}
      busyText="Confirming…"
      onConfirm={confirm}
    >
      <p>Are you sure you want to confirm the arrival of this item? This action cannot be undone.</p>
      {ends && <p className="strong">{ends}</p>}
      <p className="small muted">{actionText(transaction).confirmArrival.next}</p>
      {failure && <Notice bad>{failure}</Notice>}
    </ConfirmDialog>
  );
};
