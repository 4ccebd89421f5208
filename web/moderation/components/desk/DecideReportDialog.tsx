import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/ApiError.ts';
import { useStaffAction } from '../../../staff/useStaffAction.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';
import { InsertText } from './InsertText.tsx';
import type { Prepared } from './preparedTexts.ts';
import {
  SUSPENSION_GROUND_REQUIRED,
  SUSPENSION_REASON_REQUIRED,
  SuspendToo,
  SuspensionGroundSelect,
  SuspensionNotice,
} from './SuspendToo.tsx';
import { WarningFields, type Warns } from './WarningFields.tsx';

type DecideReportDialogProps = {
  /** Path of the call; `about` adds fields to its body. */
  path: string;
  about?: Record<string, string>;
  outcomes: Readonly<Record<string, string>>;
  note: { label: string; missing: string; hint?: string };
  /** Whose account an outcome suspends: always, or if staff choose so. Other outcomes suspend nobody. */
  suspends: { who: string; always?: string; optional?: string };
  warns?: Warns;
  texts: readonly Prepared[];
  /** The reported content and the reason, shown beside the form. */
  reported: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Description of the report. */
  children: ReactNode;
};

/** Records the outcome of a report. */
export const DecideReportDialog = (props: DecideReportDialogProps) => {
  const { path, about, outcomes, note, suspends, warns, texts, reported, open, onOpenChange, children } = props;
  const action = useStaffAction();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    defaultValues: { outcome: '', rule: '', note: '', suspendToo: false, reason: '', ground: '' },
  });
  const { register, handleSubmit, formState, watch } = form;
  useKeptOverReload(form, path);
  const chosen = watch('outcome');
  const suspendsToo = watch('suspendToo');
  const rule = watch('rule');
  const warned = warns !== undefined && chosen === warns.outcome;
  const submit = handleSubmit(async ({ outcome, rule: broken, note: written, suspendToo, reason, ground }) => {
    setFailure(undefined);
    const body = {
      ...about,
      outcome,
      ...(outcome === warns?.outcome && { rule: broken }),
      note: written.trim(),
    };
    const why = outcome === suspends.always ? body.note : reason.trim();
    const suspend = outcome === suspends.always || (outcome === suspends.optional && suspendToo);
    try {
      await action.mutateAsync({ path, body: suspend ? { ...body, suspend: { reason: why, ground } } : body });
      onOpenChange(false);
      toast.success('Report decided');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to decide the report'));
    }
  });
  const suspendsWith = (outcome: string, too: boolean): boolean =>
    outcome !== '' && (outcome === suspends.always || (outcome === suspends.optional && too));
  const ground = {
    field: register('ground', {
      validate: (picked, { outcome, suspendToo }) =>
        !suspendsWith(outcome, suspendToo) || picked !== '' || SUSPENSION_GROUND_REQUIRED,
    }),
    error: formState.errors.ground?.message,
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Decide the report" locked={action.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        <p>{children}</p>
        {reported}
        <Select
          label="Outcome"
          error={formState.errors.outcome?.message}
          {...register('outcome', { required: 'Please select an outcome' })}
        >
          <option value="">Select an outcome</option>
          {Object.entries(outcomes).map(([outcome, words]) => (
            <option key={outcome} value={outcome}>
              {words}
            </option>
          ))}
        </Select>
        {chosen !== '' && chosen === suspends.always && (
          <>
            <SuspensionNotice who={suspends.who} />
            <SuspensionGroundSelect {...ground} />
          </>
        )}
        {warned && (
          <WarningFields
            warns={warns}
            rule={rule}
            field={register('rule', {
              validate: (picked, { outcome }) => outcome !== warns.outcome || picked !== '' || 'Please select the rule',
            })}
            error={formState.errors.rule?.message}
          />
        )}
        <Textarea
          label={note.label}
          hint={note.hint ?? 'Visible to staff and auditors'}
          maxLength={1000}
          error={formState.errors.note?.message}
          {...register('note', { validate: (typed) => typed.trim() !== '' || note.missing })}
        />
        <InsertText form={form} field="note" label={`Texts for the ${note.label.toLowerCase()}`} texts={texts} />
        {chosen !== '' && chosen === suspends.optional && (
          <SuspendToo
            who={suspends.who}
            chosen={suspendsToo}
            toggle={register('suspendToo')}
            reason={register('reason', {
              validate: (typed, { outcome, suspendToo }) =>
                outcome !== suspends.optional || !suspendToo || typed.trim() !== '' || SUSPENSION_REASON_REQUIRED,
            })}
            error={formState.errors.reason?.message}
            ground={ground}
          />
        )}
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={action.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…">
            Decide
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
