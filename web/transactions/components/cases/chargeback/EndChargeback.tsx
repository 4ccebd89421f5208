import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CaseFile } from '#application/contract/cases.ts';
import { RATIONALE_REQUIRED } from '#application/contract/limits.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { answerMessage } from '../../../../api/answerMessage.ts';
import { BeforeActing, CaseNews } from '../../../../staff/CaseNews.tsx';
import { anyway } from '../../../../staff/ConfirmedAction.tsx';
import { movedIn, useHasNews } from '../../../../staff/ReadCase.tsx';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { formatUnits } from '../../../../ui/currencies.ts';
import { Dialog, DialogActions } from '../../../../ui/Dialog.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { Textarea } from '../../../../ui/Textarea.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptOverReload } from '../../../../ui/useKeptOverReload.ts';
import { END_FOLLOWS, RATIONALE_HINT } from './endText.ts';

type Draft = { chargebackId: string; outcome: '' | 'won' | 'lost'; rationale: string };
type EndChargebackProps = { open: boolean; onOpenChange: (open: boolean) => void; file: CaseFile };

const OUTCOMES = ['won', 'lost'] as const;
const LABELS = {
  won: 'Won: the bank decided for the sale',
  lost: 'Lost: the bank gave the money to the buyer',
} as const;

/** Ends a chargeback whose outcome the provider never reported. Nothing is preselected. */
export const EndChargeback = ({ open, onOpenChange, file }: EndChargebackProps) => {
  const [failure, setFailure] = useState<ReactNode>();
  const hasNews = useHasNews();
  const action = useStaffAction<{ message: string }>();
  const claims = file.chargebacks.filter(({ stands, pendingEnd }) => stands === 'open' && !pendingEnd);
  const form = useForm<Draft>({
    defaultValues: { chargebackId: claims[0]?.chargebackId ?? '', outcome: '', rationale: '' },
  });
  const { register, handleSubmit, watch, reset, formState } = form;
  useKeptOverReload(form, 'end chargeback');
  const { isSubmitting, errors } = formState;
  const { chargebackId, outcome } = watch();
  const claim = claims.find((each) => each.chargebackId === chargebackId) ?? claims[0];
  if (!claim) return null;
  const submit = handleSubmit(async ({ rationale }) => {
    setFailure(undefined);
    try {
      const answer = await action.mutateAsync({
        path: `transaction/${file.transaction._id}/chargeback/end`,
        body: { chargebackId: claim.chargebackId, outcome, rationale: rationale.trim() },
      });
      onOpenChange(false);
      reset();
      toast.success(answerMessage(answer, 'Chargeback ended'));
    } catch (error) {
      setFailure(
        movedIn(error) ? <CaseNews /> : <Notice bad>{messageOf(error, 'Failed to end the chargeback')}</Notice>,
      );
    }
  });
  const proposes = claim.endNeedsConfirmation;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="End the chargeback" locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        <BeforeActing />
        <p>Use this only if the provider does not report the outcome. We ask it every day.</p>
        {claims.length > 1 && (
          <fieldset className="choices">
            <legend>Which chargeback</legend>
            {claims.map((each) => (
              <label key={each.chargebackId} className="check">
                <input type="radio" value={each.chargebackId} {...register('chargebackId')} />
                <span>
                  {formatUnits(each.amount, each.currency)}, {each.chargebackId}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <fieldset className="choices" aria-describedby={errors.outcome && 'outcome-error'}>
          <legend>How did the bank decide about {formatUnits(claim.amount, claim.currency)}?</legend>
          {OUTCOMES.map((each) => (
            <label key={each} className="check">
              <input
                type="radio"
                value={each}
                aria-invalid={errors.outcome ? true : undefined}
                {...register('outcome', { required: 'Please choose how it ended' })}
              />
              <span>{LABELS[each]}</span>
            </label>
          ))}
          {errors.outcome && (
            <p id="outcome-error" className="error" role="alert">
              {errors.outcome.message}
            </p>
          )}
        </fieldset>
        {outcome !== '' && <p>{END_FOLLOWS[outcome]}</p>}
        <Textarea
          label="Rationale"
          hint={RATIONALE_HINT}
          maxLength={1000}
          error={errors.rationale?.message}
          {...register('rationale', { validate: (typed) => typed.trim() !== '' || RATIONALE_REQUIRED })}
        />
        {proposes && (
          <Notice>
            It is more than {termsOf(file.transaction).secondPersonAbove}, so <b>a second staff member must confirm</b>{' '}
            it.
          </Notice>
        )}
        {failure}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            look={outcome === 'lost' ? 'danger-fill' : 'primary'}
            busyText={proposes ? 'Proposing…' : 'Ending…'}
          >
            {anyway(proposes ? 'Propose it' : 'End the chargeback', hasNews)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
