import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../api/ApiError.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { Form } from './Form.tsx';
import { Select } from './Input.tsx';
import { Notice } from './States.tsx';
import { Textarea } from './Textarea.tsx';
import { useKeptOverReload } from './useKeptOverReload.ts';

type ReasonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequences. */
  children: ReactNode;
  label?: string;
  hint: string;
  /** One of several values, chosen before the reason. */
  choice?: { label: string; hint: string; missing: string; options: Readonly<Record<string, string>> };
  confirmText: string;
  busyText: string;
  danger?: boolean;
  /** False if the action has become impossible while the dialog was open: it then only closes. */
  possible?: boolean;
  /** The fallback error text. */
  failure: string;
  /** Replaces the message of a failure; undefined keeps it. */
  failed?: (error: unknown) => ReactNode;
  /** The dialog closes on success and shows a failure. */
  onSubmit: (reason: string, chosen: string) => Promise<unknown>;
};

/** An action that requires a recorded reason. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const {
    open,
    onOpenChange,
    title,
    children,
    label = 'Reason',
    hint,
    choice,
    confirmText,
    busyText,
    danger,
    possible = true,
  } = props;
  const [failure, setFailure] = useState<ReactNode>();
  const form = useForm({ defaultValues: { reason: '', chosen: '' } });
  const { register, handleSubmit, formState, reset } = form;
  useKeptOverReload(form, title);
  const { isSubmitting, errors } = formState;
  const submit = handleSubmit(async ({ reason, chosen }) => {
    if (!possible) return;
    setFailure(undefined);
    try {
      await props.onSubmit(reason.trim(), chosen);
      onOpenChange(false);
      reset();
    } catch (error) {
      setFailure(props.failed?.(error) ?? <Notice bad>{messageOf(error, props.failure)}</Notice>);
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        {children}
        {choice && (
          <Select
            label={choice.label}
            hint={choice.hint}
            error={errors.chosen?.message}
            {...register('chosen', { validate: (picked) => picked !== '' || choice.missing })}
          >
            <option value="">Please select</option>
            {Object.entries(choice.options).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
        <Textarea
          label={label}
          hint={hint}
          maxLength={1000}
          error={errors.reason?.message}
          {...register('reason', {
            validate: (typed) => typed.trim() !== '' || `A ${label.toLowerCase()} is required`,
          })}
        />
        {failure}
        {!possible && <p>You can no longer do this. What you wrote stays here until you close the page.</p>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          {possible && (
            <Button type="submit" look={danger ? 'danger-fill' : 'primary'} busyText={busyText}>
              {confirmText}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
};
