import { AlertDialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { firstField } from './firstField.ts';
import { useFocusReturn } from './useFocusReturn.ts';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question, and what follows from a yes. */
  children: ReactNode;
  confirmText: string;
  cancelText?: string;
  /** Something is lost by it: the button is filled red. */
  danger?: boolean;
  busy?: boolean;
  busyText?: string;
  /** The dialog stays open until the caller closes it, so a failure can be shown in it. */
  onConfirm: () => Promise<unknown>;
};

/** Asks before an action that cannot be undone; closing without an answer does nothing. What is to be typed has the focus, else the way out. */
export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  children,
  confirmText,
  cancelText = 'Cancel',
  danger = false,
  busy = false,
  busyText,
  onConfirm,
}: ConfirmDialogProps) => {
  const giveBack = useFocusReturn(open);
  const box = useRef<HTMLDivElement>(null);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim">
          <Primitive.Content
            ref={box}
            className="dialog frame"
            onOpenAutoFocus={(event) => {
              const field = box.current && firstField(box.current);
              if (!field) return;
              event.preventDefault();
              field.focus();
            }}
            onCloseAutoFocus={giveBack}
          >
            <div className="dialog-head">
              <Primitive.Title>{title}</Primitive.Title>
            </div>
            <Form onSubmit={onConfirm}>
              <Primitive.Description asChild>
                <div className="grid gap-3">{children}</div>
              </Primitive.Description>
              <div className="dialog-actions">
                <Primitive.Cancel asChild>
                  <Button disabled={busy}>{cancelText}</Button>
                </Primitive.Cancel>
                <Button type="submit" look={danger ? 'danger-fill' : 'primary'} busy={busy} busyText={busyText}>
                  {confirmText}
                </Button>
              </div>
            </Form>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
};
