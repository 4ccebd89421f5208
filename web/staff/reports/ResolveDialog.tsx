import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { MessageReport } from '#application/contract/messageReports.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select, Textarea } from '../../ui/Input.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useStaffAction } from '../useStaffAction.ts';
import { OUTCOMES } from './outcomes.ts';

type Draft = { outcome: keyof typeof OUTCOMES | ''; note: string };
type ResolveDialogProps = { report: MessageReport; open: boolean; onOpenChange: (open: boolean) => void };

/** Writes down what came of it, for every report of that message. It suspends nobody by itself. */
export const ResolveDialog = ({ report, open, onOpenChange }: ResolveDialogProps) => {
  const action = useStaffAction();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, watch } = useForm<Draft>({
    defaultValues: { outcome: '', note: '' },
  });
  const submit = handleSubmit(async ({ outcome, note }) => {
    setFailure(undefined);
    try {
      await action.mutateAsync({
        path: `staff/message-reports/${report.messageId}/resolve`,
        body: { outcome, note: note.trim() },
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
          What became of the message of <b className="strong">{report.sender.username}</b>
          {report.reports.length > 1 && `, for all ${report.reports.length} who reported it`}.
        </p>
        <Select
          label="Outcome"
          error={formState.errors.outcome?.message}
          {...register('outcome', { required: 'Please select an outcome' })}
        >
          <option value="">Select an outcome</option>
          {Object.entries(OUTCOMES).map(([outcome, words]) => (
            <option key={outcome} value={outcome}>
              {words}
            </option>
          ))}
        </Select>
        {watch('outcome') === 'suspended' && (
          <Notice>This suspends nobody by itself: do that on the account of {report.sender.username} first.</Notice>
        )}
        <Textarea
          label="Note"
          hint="Staff and auditors read it"
          maxLength={1000}
          error={formState.errors.note?.message}
          {...register('note', { validate: (typed) => typed.trim() !== '' || 'A note is required' })}
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
