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
  /** The question and its consequences. */
  children: ReactNode;
  confirmText: string;
  cancelText?: string;
  /** For destructive actions: a red button. */
  danger?: boolean;
  busy?: boolean;
  busyText?: string;
  /** False if the action has become impossible while the dialog was open: it then only closes. */
  possible?: boolean;
  /** The caller closes the dialog, so it can show a failure. */
  onConfirm: () => Promise<unknown>;
};

const NO_LONGER = 'You can no longer do this.';

/** Confirms an irreversible action; closing does nothing. The first field takes the focus, otherwise Cancel. */
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
  possible = true,
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
            <Form onSubmit={possible ? onConfirm : async () => onOpenChange(false)}>
              <Primitive.Description asChild>
                <div className="grid gap-3">
                  {children}
                  {!possible && <p>{NO_LONGER}</p>}
                </div>
              </Primitive.Description>
              <div className="dialog-actions">
                <Primitive.Cancel asChild>
                  <Button disabled={busy}>{cancelText}</Button>
                </Primitive.Cancel>
                {possible && (
                  <Button type="submit" look={danger ? 'danger-fill' : 'primary'} busy={busy} busyText={busyText}>
                    {confirmText}
                  </Button>
                )}
              </div>
            </Form>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
};
