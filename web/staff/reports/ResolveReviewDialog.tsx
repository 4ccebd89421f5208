import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ReviewReport } from '#application/contract/reviews.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select, Textarea } from '../../ui/Input.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useStaffAction } from '../useStaffAction.ts';

type Draft = { outcome: 'kept' | 'removed' | ''; note: string };
type ResolveReviewDialogProps = { report: ReviewReport; open: boolean; onOpenChange: (open: boolean) => void };

/** For every report of that text. */
export const ResolveReviewDialog = ({ report, open, onOpenChange }: ResolveReviewDialogProps) => {
  const action = useStaffAction();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm<Draft>({ defaultValues: { outcome: '', note: '' } });
  const { reviewId, part } = report;
  const submit = handleSubmit(async ({ outcome, note }) => {
    setFailure(undefined);
    try {
      await action.mutateAsync({
        path: `staff/review-reports/${reviewId}/resolve`,
        body: { part, outcome, note: note.trim() },
      });
      onOpenChange(false);
      toast.success('Report handled');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to handle the report'));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Handle report" locked={action.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        <p>
          {part === 'review'
            ? 'Taken away, the review and its answer are shown to nobody any more; the stars stay.'
            : 'Taken away, the answer is shown to nobody any more; the review stays.'}
        </p>
        <Select
          label="Outcome"
          error={formState.errors.outcome?.message}
          {...register('outcome', { required: 'Please select an outcome' })}
        >
          <option value="">Select an outcome</option>
          <option value="kept">Keep it</option>
          <option value="removed">Take it away</option>
        </Select>
        <Textarea
          label="Reason"
          hint="Staff and auditors read it"
          maxLength={1000}
          error={formState.errors.note?.message}
          {...register('note', { validate: (typed) => typed.trim() !== '' || 'A reason is required' })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={action.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…">
            Handle report
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
