import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ListingCase } from '#application/contract/moderation.ts';
import { FEWEST_WORDS, MOST_WORDS } from '#domain/moderation/limits.ts';
import { BASIS_WORDS, OUTCOME_WORDS } from '#domain/moderation/listingReportsText.ts';
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
import { ListingReports } from './ListingReports.tsx';
import { statementsFor } from './preparedTexts.ts';
import { SUSPENSION_GROUND_REQUIRED, SUSPENSION_REASON_REQUIRED, SuspendToo } from './SuspendToo.tsx';

type Draft = { outcome: string; basis: string; statement: string; suspendToo: boolean; reason: string; ground: string };
type DecideDialogProps = {
  found: ListingCase;
  /** True for a complaint, false for reports. */
  complaint: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** `wasRemoved`: outcome of the contested decision. */
const answersTo = (wasRemoved: boolean): Record<string, string> => ({
  stands: wasRemoved ? 'The decision stands: it stays off the market' : 'The decision stands: it stays',
  reversed: wasRemoved ? 'It was wrong: the listing comes back' : 'It was wrong: it is taken off the market',
});

/** Whether this outcome leaves the listing off the market; undefined while none is chosen. */
const removesWith = (outcome: string, complaint: boolean, wasRemoved: boolean): boolean | undefined => {
  if (outcome === '') return undefined;
  return complaint ? (outcome === 'stands') === wasRemoved : outcome === 'removed';
};

/** Decides reports or a complaint; both sides read the reasons. */
export const DecideDialog = ({ found, complaint, open, onOpenChange }: DecideDialogProps) => {
  const action = useStaffAction();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Draft>({
    defaultValues: { outcome: '', basis: 'terms', statement: '', suspendToo: false, reason: '', ground: '' },
  });
  const { register, handleSubmit, formState, watch } = form;
  useKeptOverReload(form, `decide:${found.case}`);
  const { errors } = formState;
  const outcomes = complaint ? answersTo(found.decision?.outcome === 'removed') : OUTCOME_WORDS;
  const removes = !complaint && watch('outcome') === 'removed';
  const suspendsToo = watch('suspendToo');
  const { title } = found.listing;
  const takesOff = removesWith(watch('outcome'), complaint, found.decision?.outcome === 'removed');
  const submit = handleSubmit(async ({ outcome, basis, statement, suspendToo, reason, ground }) => {
    setFailure(undefined);
    const decided = { case: found.case, outcome, statement: statement.trim() };
    const suspend = suspendToo && !complaint && outcome === 'removed' && { suspend: { reason: reason.trim(), ground } };
    const path = `staff/listing-reports/${found.listing._id}`;
    try {
      await action.mutateAsync(
        complaint
          ? { path: `${path}/answer`, body: decided }
          : { path: `${path}/decide`, body: { ...decided, basis, ...suspend } },
      );
      onOpenChange(false);
      toast.success('Decided', 'Both sides get the decision with its reasons.');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to decide'));
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={complaint ? 'Decide the complaint' : 'Decide the reports'}
      locked={action.isPending}
    >
      <Form className="form-grid" onSubmit={submit}>
        <p>
          About <b className="strong">{found.listing.title}</b>
          {complaint
            ? '. This decision is final.'
            : found.reports.length > 1 && `, for all ${found.reports.length} reports of it.`}
        </p>
        <ListingReports found={found} />
        <Select
          label="Decision"
          error={errors.outcome?.message}
          {...register('outcome', { required: 'Please select a decision' })}
        >
          <option value="">Select a decision</option>
          {Object.entries(outcomes).map(([outcome, words]) => (
            <option key={outcome} value={outcome}>
              {words}
            </option>
          ))}
        </Select>
        {!complaint && (
          <Select label="Based on" {...register('basis')}>
            {Object.entries(BASIS_WORDS).map(([basis, words]) => (
              <option key={basis} value={basis}>
                {words}
              </option>
            ))}
          </Select>
        )}
        <Textarea
          label="Statement of reasons"
          hint="The seller and those who reported it read your exact words. State the facts and the rule they break. Name nobody."
          maxLength={MOST_WORDS}
          rows={6}
          error={errors.statement?.message}
          {...register('statement', {
            validate: (typed) =>
              typed.trim().length >= FEWEST_WORDS ||
              (typed.trim() === '' ? 'A statement of reasons is required' : `At least ${FEWEST_WORDS} characters`),
          })}
        />
        <InsertText
          form={form}
          field="statement"
          label="Texts for the statement"
          texts={statementsFor(title, takesOff)}
        />
        {removes && (
          <SuspendToo
            who={found.seller.username}
            chosen={suspendsToo}
            toggle={register('suspendToo')}
            reason={register('reason', {
              validate: (typed, { outcome, suspendToo }) =>
                outcome !== 'removed' || !suspendToo || typed.trim() !== '' || SUSPENSION_REASON_REQUIRED,
            })}
            error={errors.reason?.message}
            ground={{
              field: register('ground', {
                validate: (picked, { outcome, suspendToo }) =>
                  outcome !== 'removed' || !suspendToo || picked !== '' || SUSPENSION_GROUND_REQUIRED,
              }),
              error: errors.ground?.message,
            }}
          />
        )}
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={action.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Deciding…">
            Decide
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
