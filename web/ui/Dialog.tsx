import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { firstField } from './firstField.ts';
import { LateAnswer } from './LateAnswer.tsx';
import { useFocusReturn } from './useFocusReturn.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A line above the title, such as "Step 1 of 2". */
  step?: string | undefined;
  /** Read out when the dialog opens. */
  description?: string;
  /** While true, Escape, scrim and close button do nothing: a payment is in progress. */
  locked?: boolean;
  /** For pictures that need room. */
  wide?: boolean;
  children: ReactNode;
};

/** A modal dialog: traps the focus and restores it afterwards. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  step,
  description,
  locked = false,
  wide = false,
  children,
}: DialogProps) => {
  const giveBack = useFocusReturn(open);
  const box = useRef<HTMLDivElement>(null);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (locked ? undefined : onOpenChange(next))}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim">
          <Primitive.Content
            ref={box}
            className={classes('dialog frame', wide && 'wide')}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              // skip the close button
              if (box.current) (firstField(box.current) ?? box.current).focus();
            }}
            onCloseAutoFocus={giveBack}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className="dialog-head">
              <div>
                {step && <p className="small muted">{step}</p>}
                <Primitive.Title>{title}</Primitive.Title>
              </div>
              <Primitive.Close asChild>
                <IconButton icon="close" label="Close" className="dialog-close" disabled={locked} />
              </Primitive.Close>
            </div>
            {description && <Primitive.Description className="sr-only">{description}</Primitive.Description>}
            {children}
            <LateAnswer />
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
};

/** The dialog's buttons; the gold one last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);
