import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CaseFile } from '#application/contract/cases.ts';
import { NO_ACCOUNT_NUMBER, RATIONALE_REQUIRED, REFERENCE_REQUIRED } from '#application/contract/limits.ts';
import { holdsIban } from '#domain/accounts/iban.ts';
import { REFERENCE_LENGTH } from '#domain/transactions/settledOutside.ts';
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
import { Input, Textarea } from '../../../../ui/Input.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptOverReload } from '../../../../ui/useKeptOverReload.ts';
import { keyOf, receiverIn, sumOf, whyOf } from '../../../text/owedText.ts';

type Draft = { of: string; reference: string; rationale: string };

const said = (typed: string, otherwise: string): true | string => {
  if (typed.trim() === '') return otherwise;
  return holdsIban(typed) ? NO_ACCOUNT_NUMBER : true;
};

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
    defaultValues: { of: file.owedOutside[0] ? keyOf(file.owedOutside[0]) : '', reference: '', rationale: '' },
  });
  const { register, handleSubmit, watch, formState } = form;
  useKeptOverReload(form, 'settle');
  const { of, reference, rationale } = watch();
  const owed = file.owedOutside.find((each) => keyOf(each) === of) ?? file.owedOutside[0];
  if (!owed) return null;
  const settle = async () => {
    setFailure(undefined);
    const { what, paymentId } = owed;
    try {
      const answer = await action.mutateAsync({
        path: `transaction/${file.transaction._id}/outside/settle`,
        body: { what, ...(paymentId && { paymentId }), reference: reference.trim(), rationale: rationale.trim() },
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
        {file.owedOutside.length > 1 ? (
          <fieldset className="choices">
            <legend className="sr-only">What was paid</legend>
            {file.owedOutside.map((each) => (
              <label key={keyOf(each)} className="check">
                <input type="radio" value={keyOf(each)} {...register('of')} />
                <span>
                  {sumOf(each)} to {receiverIn(file, each)}: {whyOf(each)}
                </span>
              </label>
            ))}
          </fieldset>
        ) : (
          <p>
            <b className="strong">{sumOf(owed)}</b> is owed to <b className="strong">{receiverIn(file, owed)}</b>:{' '}
            {whyOf(owed)}.
          </p>
        )}
        <p className="hint">
          Our payment provider sends nothing: it is paid from our own bank account
          {proposes ? '.' : ', and then recorded here.'}
        </p>
        <Input
          label="Reference"
          hint="As shown on the bank statement. Visible to both parties."
          maxLength={REFERENCE_LENGTH}
          autoComplete="off"
          error={formState.errors.reference?.message}
          {...register('reference', { validate: (typed) => said(typed, REFERENCE_REQUIRED) })}
        />
        <Textarea
          label="Rationale"
          hint="How you know whose account it is, without its number"
          maxLength={1000}
          rows={4}
          error={formState.errors.rationale?.message}
          {...register('rationale', { validate: (typed) => said(typed, RATIONALE_REQUIRED) })}
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
