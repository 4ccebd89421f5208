import { type ReactNode, useState } from 'react';
import { Button, type Look } from '../ui/Button.tsx';
import { ReasonDialog } from '../ui/dialogsOnDemand.ts';
import { toast } from '../ui/toast.ts';
import { BeforeActing, CaseNews } from './CaseNews.tsx';
import { anyway } from './ConfirmedAction.tsx';
import { movedIn, useHasNews, useReadCase } from './ReadCase.tsx';
import { useStaffAction } from './useStaffAction.ts';

type ReasonedActionProps = {
  /** Hides the button; an open dialog stays until it closes. */
  allowed?: boolean;
  button: string;
  look?: Look;
  size?: 'sm';
  block?: boolean;
  /** The key of the screen that presses the button. */
  shortcut?: string | undefined;
  title: string;
  label?: string;
  hint: string;
  confirmText: string;
  busyText: string;
  danger?: boolean;
  failure: string;
  path: string;
  choice?: { label: string; hint: string; missing: string; options: Readonly<Record<string, string>> };
  body: (words: string, chosen: string) => object;
  /** Toast after success. */
  said: string;
  /** Explains the consequences. */
  children: ReactNode;
};

/** A staff button with a dialog that asks for a reason. */
export const ReasonedAction = (props: ReasonedActionProps) => {
  const { allowed = true, button, look, size, block, shortcut, path, body, said, children, ...dialog } = props;
  const [open, setOpen] = useState(false);
  const action = useStaffAction();
  const loads = ReasonDialog.useAhead(allowed);
  const read = useReadCase();
  const hasNews = useHasNews();
  const start = () => {
    read?.begin();
    setOpen(true);
  };
  return (
    <>
      {allowed && (
        <Button
          look={look}
          size={size}
          block={block}
          busy={loads}
          busyText="Loading…"
          onClick={start}
          aria-keyshortcuts={shortcut}
        >
          {button}
        </Button>
      )}
      <ReasonDialog
        {...dialog}
        confirmText={anyway(dialog.confirmText, hasNews)}
        possible={allowed || action.isPending}
        open={open}
        onOpenChange={setOpen}
        failed={(error) => movedIn(error) && <CaseNews />}
        onSubmit={async (words, chosen) => {
          await action.mutateAsync({ path, body: body(words, chosen) });
          toast.success(said);
        }}
      >
        <BeforeActing />
        {children}
      </ReasonDialog>
    </>
  );
};
