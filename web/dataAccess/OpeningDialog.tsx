import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AuditEvent } from '#application/contract/audit.ts';
import type { Purpose } from '#domain/audit/accessPurposes.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#domain/audit/accessPurposes.ts';
import { fieldsInWords, PURPOSE_WORDS } from '#domain/notifications/accessLogText.ts';
import { messageOf } from '../api/ApiError.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { FieldError } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { Checkbox, Select } from '../ui/Input.tsx';
import { Notice } from '../ui/States.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { useKeptOverReload } from '../ui/useKeptOverReload.ts';
import { useOpen } from './useOpen.ts';

type Stated = { fields: string[]; purpose: Purpose | ''; reason: string };

type OpeningDialogProps = {
  event: AuditEvent;
  /** Fields that are still masked. */
  closed: readonly string[];
  /** The person concerned: `The buyer`. */
  told: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks what to open and why, and says who can see the reason. */
export const OpeningDialog = ({ event, closed, told, open, onOpenChange }: OpeningDialogProps) => {
  const [failure, setFailure] = useState<string>();
  const opening = useOpen(event);
  const form = useForm<Stated>({
    defaultValues: { fields: [], purpose: '', reason: '' },
  });
  const { register, handleSubmit, formState, reset } = form;
  useKeptOverReload(form, `open:${event.id}`);
  const { isSubmitting, errors } = formState;
  const [only, another] = closed;
  const submit = handleSubmit(async ({ fields: chosen, purpose, reason }) => {
    setFailure(undefined);
    if (purpose === '') return;
    const fields = only && !another ? [only] : chosen;
    try {
      await opening.mutateAsync({ fields, purpose, reason: reason.trim() });
      onOpenChange(false);
      reset();
    } catch (error) {
      setFailure(messageOf(error, 'It could not be opened. Please try again.'));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Open personal data" locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        {another ? (
          <fieldset className="field">
            <legend>What to open of {event.type}</legend>
            {closed.map((field) => (
              <Checkbox
                key={field}
                label={fieldsInWords([field])}
                value={field}
                {...register('fields', { validate: (chosen) => chosen.length > 0 || 'Please say what to open' })}
              />
            ))}
            <FieldError message={errors.fields?.message} />
          </fieldset>
        ) : (
          <p>
            Of {event.type}: <b className="strong">{fieldsInWords(closed)}</b>
          </p>
        )}
        <Select
          label="What for"
          error={errors.purpose?.message}
          {...register('purpose', { required: 'Please choose what it is for' })}
        >
          <option value="">Choose…</option>
          {Object.entries(PURPOSE_WORDS).map(([purpose, words]) => (
            <option key={purpose} value={purpose}>
              To {words}
            </option>
          ))}
        </Select>
        <Textarea
          label="In your own words"
          hint={`At least ${SHORTEST_REASON} characters. The person concerned can read them.`}
          maxLength={LONGEST_REASON}
          error={errors.reason?.message}
          {...register('reason', {
            validate: (typed) =>
              typed.trim().length >= SHORTEST_REASON || `Please say why, in at least ${SHORTEST_REASON} characters`,
          })}
        />
        <Notice>
          <b>{told}</b> can see in their settings that you opened it, when, what for, and your words. It is logged
          before anything is shown, and auditors read the log. You see it again until midnight (UTC) without another
          reason.
        </Notice>
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Opening…">
            Open
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
