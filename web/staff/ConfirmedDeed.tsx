import { type ReactNode, useState } from 'react';
import { messageOf } from '../api/ApiError.ts';
import { Button, type Look } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialogsOnDemand.ts';
import { Notice } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { useStaffDeed } from './useStaffDeed.ts';

type ConfirmedDeedProps = {
  /** Whether it may be done: the button goes with it, an open question stays until it has closed. */
  allowed: boolean;
  button: string;
  look?: Look;
  title: string;
  cancelText?: string;
  confirmText: string;
  busyText: string;
  danger?: boolean;
  failure: string;
  path: string;
  body?: unknown;
  /** What is said once it is done, and what follows. */
  said: readonly [title: string, detail?: string];
  children: ReactNode;
};

/** A button of the staff, and the question before it. */
export const ConfirmedDeed = (props: ConfirmedDeedProps) => {
  const { allowed, button, look, failure, path, body, said, children, ...question } = props;
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState<string>();
  const deed = useStaffDeed();
  const confirm = async () => {
    setFailed(undefined);
    try {
      await deed.mutateAsync({ path, body });
      setOpen(false);
      toast.success(...said);
    } catch (error) {
      setFailed(messageOf(error, failure));
    }
  };
  return (
    <>
      {allowed && (
        <Button look={look} block onClick={() => setOpen(true)}>
          {button}
        </Button>
      )}
      <ConfirmDialog {...question} open={open} onOpenChange={setOpen} busy={deed.isPending} onConfirm={confirm}>
        {children}
        {failed && <Notice bad>{failed}</Notice>}
      </ConfirmDialog>
    </>
  );
};
