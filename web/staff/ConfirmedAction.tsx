import { type ReactNode, useState } from 'react';
import { messageOf } from '../api/ApiError.ts';
import { Button, type Look } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialogsOnDemand.ts';
import { Notice } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { BeforeActing, CaseNews } from './CaseNews.tsx';
import { movedIn, useHasNews, useReadCase } from './ReadCase.tsx';
import { useStaffAction } from './useStaffAction.ts';

type QuestionProps = {
  title: string;
  cancelText?: string;
  confirmText: string;
  busyText: string;
  danger?: boolean;
  failure: string;
  path: string;
  body?: object;
  /** Toast after success. */
  said: readonly [title: string, detail?: string];
  children: ReactNode;
};

/** `possible`: false hides the button of the dialog. */
type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void; possible?: boolean };

/** The text of a button after news that the reader may have missed. */
export const anyway = (text: string, hasNews: boolean): string => (hasNews ? `${text} anyway` : text);

/** Confirms and runs a staff action; closes on success and shows failures. */
export const ActionQuestion = (props: QuestionProps & OpenProps) => {
  const { onOpenChange, failure, path, body, said, children, possible = true, ...question } = props;
  const [failed, setFailed] = useState<ReactNode>();
  const action = useStaffAction();
  const hasNews = useHasNews();
  const change = (open: boolean) => {
    setFailed(undefined);
    onOpenChange(open);
  };
  const confirm = async () => {
    setFailed(undefined);
    try {
      await action.mutateAsync({ path, body });
      onOpenChange(false);
      toast.success(...said);
    } catch (error) {
      setFailed(movedIn(error) ? <CaseNews /> : <Notice bad>{messageOf(error, failure)}</Notice>);
    }
  };
  return (
    <ConfirmDialog
      {...question}
      confirmText={anyway(question.confirmText, hasNews)}
      possible={possible || action.isPending}
      onOpenChange={change}
      busy={action.isPending}
      onConfirm={confirm}
    >
      <BeforeActing />
      {children}
      {failed}
    </ConfirmDialog>
  );
};

type ConfirmedActionProps = QuestionProps & {
  /** Hides the button; an open question stays until it closes. */
  allowed: boolean;
  button: string;
  look?: Look;
  /** The key of the screen that presses the button. */
  shortcut?: string | undefined;
};

/** A staff button with its confirmation. */
export const ConfirmedAction = ({ allowed, button, look, shortcut, ...question }: ConfirmedActionProps) => {
  const [open, setOpen] = useState(false);
  const loads = ConfirmDialog.useAhead(allowed);
  const read = useReadCase();
  const start = () => {
    read?.begin();
    setOpen(true);
  };
  return (
    <>
      {allowed && (
        <Button look={look} block busy={loads} busyText="Loading…" onClick={start} aria-keyshortcuts={shortcut}>
          {button}
        </Button>
      )}
      <ActionQuestion {...question} possible={allowed} open={open} onOpenChange={setOpen} />
    </>
  );
};
