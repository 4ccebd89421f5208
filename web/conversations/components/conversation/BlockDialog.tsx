import type { ConversationHead } from '#application/contract/conversations.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { ConfirmDialog } from '../../../ui/dialogsOnDemand.ts';
import { Notice } from '../../../ui/States.tsx';
import { useBlock } from './useBlock.ts';

type BlockDialogProps = {
  id: string;
  person: ConversationHead['otherUser'];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export const BlockDialog = ({ id, person, open, onOpenChange }: BlockDialogProps) => {
  const block = useBlock(id);
  const change = (next: boolean) => {
    block.reset();
    onOpenChange(next);
  };
  const confirm = () =>
    new Promise<void>((resolve) => {
      block.mutate(person, { onSuccess: () => onOpenChange(false), onSettled: () => resolve() });
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={`Block ${person.username}?`}
      confirmText="Block"
      danger
      busy={block.isPending}
      busyText="Blocking…"
      onConfirm={confirm}
    >
      <p>
        {person.username} can no longer message you. Any sale between you continues, and escrow still protects both of
        you. You can unblock them at any time.
      </p>
      {block.isError && <Notice bad>{messageOf(block.error, 'Failed to block')}</Notice>}
    </ConfirmDialog>
  );
};
