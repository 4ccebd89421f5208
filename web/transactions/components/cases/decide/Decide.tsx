import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CaseFile } from '#application/contract/cases.ts';
import { RATIONALE_REQUIRED } from '#application/contract/limits.ts';
import { formatEuros } from '#domain/shared/euros.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { answerMessage } from '../../../../api/answerMessage.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { CaseNews, movedIn } from '../../../../staff/ReadCase.tsx';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { Textarea } from '../../../../ui/Input.tsx';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { formatCents } from '../../../../ui/money.ts';
import { Notice } from '../../../../ui/States.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptOverReload } from '../../../../ui/useKeptOverReload.ts';
import { afterDeciding, isProposal } from './afterDeciding.ts';
import { Division } from './Division.tsx';
import { ALL_THE_BUYERS, type Choice, choicesOf, divide, heldOf, isSplit } from './division.ts';

type Draft = { choice: Choice; toBuyer: string; rationale: string };

const CHOICES: Record<Choice, string> = {
  release: 'Release to the seller',
  part: 'Refund a part',
  refund: 'Refund everything',
};

/** Previews the division while typing; sends only after confirmation. */
export const Decide = ({ file, onOpenChange }: { file: CaseFile; onOpenChange: (open: boolean) => void }) => {
  const held = heldOf(file);
  const proposes = isProposal(file);
  const { draftShown, secondPersonAbove } = termsOf(file.transaction);
  const [deciding, setDeciding] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const action = useStaffAction<{ message: string }>();
  const claim = openDispute(file.transaction)?.claim;
  const choices = choicesOf(held);
  const usual = claim ? 'part' : 'release';
  const form = useForm<Draft>({
    defaultValues: {
      choice: choices.includes(usual) ? usual : 'refund',
      toBuyer: claim ? claim.toFixed(2) : '',
      rationale: '',
    },
  });
  const { register, handleSubmit, watch, setError, formState } = form;
  useKeptOverReload(form, 'decide');
  const { choice, toBuyer, rationale } = watch();
  const division = divide(choice, toBuyer, held);
  const open = (next: boolean) => {
    setDeciding(next);
    onOpenChange(next);
  };
  const review = handleSubmit((draft) => {
    setFailure(undefined);
    const parts = divide(draft.choice, draft.toBuyer, held);
    if (isSplit(parts)) open(true);
    else setError('toBuyer', { message: parts.failure }, { shouldFocus: true });
  });
  const decide = async () => {
    const parts = divide(choice, toBuyer, held);
    // The held sum may have changed while the dialog was open.
    if (!isSplit(parts)) return setFailure(<Notice bad>{parts.failure}</Notice>);
    setFailure(undefined);
    try {
      const answer = await action.mutateAsync({
        path: `transaction/${file.transaction._id}/dispute/decide`,
        body: { toBuyer: formatEuros(parts.toBuyer), rationale: rationale.trim() },
      });
      open(false);
      toast.success(answerMessage(answer, 'Decided'));
    } catch (error) {
      setFailure(
        movedIn(error) ? (
          <CaseNews />
        ) : (
          <Notice bad>{messageOf(error, 'Failed to decide. Nothing has changed.')}</Notice>
        ),
      );
    }
  };
  return (
    <>
      <Form className="form-grid" onSubmit={review}>
        <fieldset className="choices">
          <legend className="sr-only">What happens with {formatCents(held.held)}</legend>
          {choices.map((value) => (
            <label key={value} className="check">
              <input type="radio" value={value} {...register('choice')} />
              <span>{CHOICES[value]}</span>
            </label>
          ))}
        </fieldset>
        {held.most === 0 && <p className="hint">{ALL_THE_BUYERS}</p>}
        {choice === 'part' && (
          <MoneyInput
            label="Refund amount, in euros"
            typed={toBuyer}
            hint={`At most ${formatCents(held.most)} if the fee is kept`}
            error={formState.errors.toBuyer?.message}
            {...register('toBuyer')}
          />
        )}
        <div aria-live="polite">
          {isSplit(division) ? <Division parts={division} /> : <p className="hint">{division.failure}</p>}
        </div>
        <Textarea
          label="Rationale"
          hint="Both parties read this, word for word"
          maxLength={1000}
          rows={5}
          error={formState.errors.rationale?.message}
          {...register('rationale', { validate: (typed) => typed.trim() !== '' || RATIONALE_REQUIRED })}
        />
        {file.sums.needsConfirmation && (
          <Notice>
            More than {secondPersonAbove} is held, so <b>a second staff member must confirm</b> your decision.
          </Notice>
        )}
        {file.sums.needsDraft && (
          <Notice>
            Both parties <b>can read the draft for {draftShown}</b> before it can be confirmed.
          </Notice>
        )}
        <Button type="submit" look="primary" block>
          {proposes ? 'Propose decision' : 'Decide case'}
        </Button>
      </Form>
      {deciding && (
        <ConfirmDialog
          open
          onOpenChange={() => open(false)}
          title={proposes ? 'Propose this decision?' : 'Decide this case?'}
          cancelText="Go back"
          confirmText={proposes ? 'Propose it' : 'Decide'}
          busy={action.isPending}
          busyText={proposes ? 'Proposing…' : 'Deciding…'}
          onConfirm={decide}
        >
          {isSplit(division) ? <Division parts={division} /> : <p>{division.failure}</p>}
          <blockquote>{rationale.trim()}</blockquote>
          <p>{afterDeciding(file)}</p>
          {failure}
        </ConfirmDialog>
      )}
    </>
  );
};
