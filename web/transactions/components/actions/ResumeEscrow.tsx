import { useState } from 'react';
import { messageOf } from '../../../api/ApiError.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { aboutOf } from '../../../ui/moneySentences.ts';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTransactionCommand } from '../../api/useTransactionCommand.ts';
import { actionText } from '../../text/actionText.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

export const ResumeEscrow = ({ sale: transaction, open, onOpenChange }: TransactionDialogProps) => {
  const command = useTransactionCommand(transaction._id);
  const [failure, setFailure] = useState<string>();
  const held = aboutOf(transaction).holds.some((hold) => hold !== 'paused');
  const resume = async () => {
    setFailure(undefined);
    try {
      await command.mutateAsync({ command: 'resume-escrow' });
      onOpenChange(false);
      toast.success(held ? 'The pause has ended' : 'The escrow clock is running again');
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
      <p>{actionText(transaction).resumeEscrow.next}</p>
      {failure && <Notice bad>{failure}</Notice>}
    </ConfirmDialog>
  );
};
