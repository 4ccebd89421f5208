import { useState } from 'react';
import { messageOf } from '../../api/ApiError.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { afterPause, heldBesidePause } from '../leftAfterHold.ts';
import { useTransactionCommand } from '../useSaleCommand.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

export const ResumeEscrow = ({ sale: transaction, open, onOpenChange }: TransactionDialogProps) => {
  const command = useTransactionCommand(transaction._id);
  const [failure, setFailure] = useState<string>();
  const held = heldBesidePause(transaction);
  const resume = async () => {
    setFailure(undefined);
    try {
      await command.mutateAsync({ command: 'resume-escrow' });
      onOpenChange(false);
      toast.success(held ? 'The pause has ended' : 'The escrow clock runs again');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to resume escrow'));
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Resume escrow"
      confirmText="Resume escrow"
      busy={command.isPending}
      busyText="Resuming…"
      onConfirm={resume}
    >
      <p>
        {afterPause(transaction)}
        {!held && ' When it ends and you have not paused again, the money goes to the seller.'}
      </p>
      {failure && <Notice bad>{failure}</Notice>}
    </ConfirmDialog>
  );
};
