import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { confirmDelivery } from '../confirmDelivery.ts';
import { loadSale, saleKeys } from '../sales.ts';
import { useSaleCommand } from '../useSaleCommand.ts';
import { actionWords } from './actionWords.ts';
import type { SaleDialogProps } from './dialogProps.ts';
import { endsWithArrival } from './endsWithArrival.ts';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const ConfirmArrival = ({ sale, open, onOpenChange, place }: SaleDialogProps) => {
  const command = useSaleCommand(sale._id);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ends = endsWithArrival(sale);
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await confirmDelivery({
      confirm: () => command.mutateAsync({ command: 'confirm-delivery' }),
      reload: () => loadSale(sale._id),
      wait,
    });
    setBusy(false);
    if (!outcome.confirmed) {
      setFailure(outcome.message);
      toast.error(outcome.message);
      return;
    }
    await queries.invalidateQueries({ queryKey: saleKeys.all });
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
      <p className="small muted">{actionWords(sale).confirmArrival.next}</p>
      {failure && <Notice bad>{failure}</Notice>}
    </ConfirmDialog>
  );
};
