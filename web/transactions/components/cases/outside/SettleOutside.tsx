import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CaseFile } from '#application/contract/cases.ts';
import { RATIONALE_REQUIRED } from '#application/contract/limits.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { answerMessage } from '../../../../api/answerMessage.ts';
import { BeforeActing, CaseNews } from '../../../../staff/CaseNews.tsx';
import { anyway } from '../../../../staff/ConfirmedAction.tsx';
import { movedIn, useHasNews, useReadCase } from '../../../../staff/ReadCase.tsx';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { Textarea } from '../../../../ui/Textarea.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptOverReload } from '../../../../ui/useKeptOverReload.ts';
import { keyOf, receiverIn, sumOf } from '../../../text/owedText.ts';
import { Debts, debtOf, numberIn, RATIONALE_HINT, REFERENCE_RULE, Reference, transferOf } from './transferFields.tsx';

type Draft = { choice: string; reference: string; rationale: string };

type SettleOutsideProps = { file: CaseFile; onOpenChange: (open: boolean) => void };

/** Records a bank transfer. The sum and its receiver come from the transaction. */
export const SettleOutside = ({ file, onOpenChange }: SettleOutsideProps) => {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const read = useReadCase();
  const hasNews = useHasNews();
  const open = (next: boolean) => {
    setAsking(next);
    onOpenChange(next);
  };
  const action = useStaffAction<{ message: string }>();
  const form = useForm<Draft>({
    defaultValues: { choice: file.owedOutside[0] ? keyOf(file.owedOutside[0]) : '', reference: '', rationale: '' },
  });
  const { register, handleSubmit, watch, formState } = form;
  useKeptOverReload(form, 'settle');
  const { choice, reference, rationale } = watch();
  const owed = debtOf(file, choice);
  if (!owed) return null;
  const settle = async () => {
    setFailure(undefined);
    try {
      const answer = await action.mutateAsync({
        path: `transaction/${file.transaction._id}/outside/settle`,
        body: { ...transferOf(owed, reference), rationale: rationale.trim() },
      });
      open(false);
      toast.success(answerMessage(answer, 'Bank transfer recorded'));
    } catch (error) {
      setFailure(
        movedIn(error) ? (
          <CaseNews />
        ) : (
          <Notice bad>{messageOf(error, 'Failed to record it. Nothing has changed.')}</Notice>
        ),
      );
    }
  };
  const review = handleSubmit(() => {
    setFailure(undefined);
    read?.begin();
    open(true);
  });
  const proposes = owed.needsConfirmation;
  return (
    <>
      <Form className="form-grid" onSubmit={review}>
        <Debts file={file} owed={owed} field={register('choice')} />
        <p className="hint">
          Our payment provider sends nothing: it is paid from our own bank account
          {proposes ? '.' : ', and then recorded here.'}
        </p>
        <Reference error={formState.errors.reference?.message} field={register('reference', REFERENCE_RULE)} />
        <Textarea
          label="Rationale"
          hint={RATIONALE_HINT}
          maxLength={1000}
          rows={4}
          error={formState.errors.rationale?.message}
          {...register('rationale', {
            validate: (typed) => (typed.trim() === '' ? RATIONALE_REQUIRED : (numberIn(typed) ?? true)),
          })}
        />
        {proposes && (
          <Notice>
            It is more than {termsOf(file.transaction).secondPersonAbove}, so <b>a second staff member must confirm</b>{' '}
            it. Pay only after that.
          </Notice>
        )}
        <Button type="submit" look="primary" block>
          {proposes ? 'Propose the bank transfer' : 'Record the bank transfer'}
        </Button>
      </Form>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={() => open(false)}
          title={proposes ? 'Propose this bank transfer?' : 'Record this bank transfer?'}
          cancelText="Go back"
          confirmText={anyway(proposes ? 'Propose it' : 'Record it', hasNews)}
          possible={file.transaction.allowed.includes('SettleOutsideProvider') || action.isPending}
          busy={action.isPending}
          busyText={proposes ? 'Proposing…' : 'Recording…'}
          onConfirm={settle}
        >
          <BeforeActing />
          <p>
            <b className="strong">{sumOf(owed)}</b> to {receiverIn(file, owed)}, with the reference{' '}
            <b className="strong">{reference.trim()}</b>.
          </p>
          <p>
            {proposes
              ? 'No money moves until a second staff member confirms it. The proposal ends if the payment provider reports anything about this money.'
              : 'It is no longer owed, and they get an email. This cannot be undone.'}
          </p>
          {failure}
        </ConfirmDialog>
      )}
    </>
  );
};
