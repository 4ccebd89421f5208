import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { RATIONALE_REQUIRED } from '#application/contract/limits.ts';
import { messageOf } from '../api/ApiError.ts';
import { answerMessage } from '../api/answerMessage.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { Notice } from '../ui/States.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.ts';
import { useKeptOverReload } from '../ui/useKeptOverReload.ts';
import { BeforeActing, CaseNews } from './CaseNews.tsx';
import { anyway } from './ConfirmedAction.tsx';
import { REJECTS_PROPOSAL } from './Proposal.tsx';
import { movedIn, useHasNews } from './ReadCase.tsx';
import { useStaffAction } from './useStaffAction.ts';

const REASON_REQUIRED = 'A reason is required';

/** `choice`: what the proposal chooses or names. */
export type CounterDraft = { choice: string; reference: string; rationale: string; reason: string };

export type CounterDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `bank transfer`. */
  what: string;
  /** False once the proposal is answered. */
  possible: boolean;
  path: string;
  body: (draft: CounterDraft) => object;
  begun?: Partial<CounterDraft>;
  hint: string;
  /** A fault of the rationale other than being empty. */
  refuses?: (typed: string) => string | undefined;
  /** The counter-proposal, with its fields. */
  children: (form: UseFormReturn<CounterDraft>) => ReactNode;
};

/** Answers a colleague's proposal with another one. Nothing is carried out before somebody confirms it. */
export const CounterDialog = (props: CounterDialogProps) => {
  const { open, onOpenChange, what, possible, path, body, begun, hint, refuses, children } = props;
  const [failure, setFailure] = useState<ReactNode>();
  const hasNews = useHasNews();
  const action = useStaffAction<{ message: string }>();
  const form = useForm<CounterDraft>({
    defaultValues: { choice: '', reference: '', rationale: '', reason: '', ...begun },
  });
  const { register, handleSubmit, reset, formState } = form;
  useKeptOverReload(form, `counter ${what}`);
  const { isSubmitting, errors } = formState;
  const submit = handleSubmit(async (draft) => {
    setFailure(undefined);
    const words = { rationale: draft.rationale.trim(), reason: draft.reason.trim() };
    try {
      const answer = await action.mutateAsync({ path, body: { ...body(draft), ...words } });
      onOpenChange(false);
      reset();
      toast.success(answerMessage(answer, 'Proposed'));
    } catch (error) {
      setFailure(
        movedIn(error) ? (
          <CaseNews />
        ) : (
          <Notice bad>{messageOf(error, 'Failed to propose it. Nothing has changed.')}</Notice>
        ),
      );
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Make a counter-proposal" locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        <BeforeActing />
        {children(form)}
        <Textarea
          label="Rationale"
          hint={hint}
          maxLength={1000}
          error={errors.rationale?.message}
          {...register('rationale', {
            validate: (typed) => (typed.trim() === '' ? RATIONALE_REQUIRED : (refuses?.(typed) ?? true)),
          })}
        />
        <Textarea
          label={`Why not the proposed ${what}`}
          hint="Visible to staff and auditors, not to the parties"
          maxLength={1000}
          rows={3}
          error={errors.reason?.message}
          {...register('reason', { validate: (typed) => typed.trim() !== '' || REASON_REQUIRED })}
        />
        <p>{REJECTS_PROPOSAL} No money moves until then.</p>
        {!possible && !isSubmitting && <Notice>The proposal has been answered. You can no longer counter it.</Notice>}
        {failure}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Proposing…" disabled={!possible && !isSubmitting}>
            {anyway('Propose this instead', hasNews)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
