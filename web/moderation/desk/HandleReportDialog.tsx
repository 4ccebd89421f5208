import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../api/ApiError.ts';
import { useStaffAction } from '../../staff/useStaffAction.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select, Textarea } from '../../ui/Input.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useKeptOverReload } from '../../ui/useKeptOverReload.ts';

type HandleReportDialogProps = {
  /** The call, and what it is told beside outcome and note. */
  path: string;
  about?: Record<string, string>;
  outcomes: Readonly<Record<string, string>>;
  note: { label: string; missing: string; hint?: string };
  /** What else is to be done before such an outcome. */
  before?: (outcome: string) => ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is decided. */
  children: ReactNode;
};

/** Writes down what came of a report. */
export const HandleReportDialog = (props: HandleReportDialogProps) => {
  const { path, about, outcomes, note, before, open, onOpenChange, children } = props;
  const action = useStaffAction();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { outcome: '', note: '' } });
  const { register, handleSubmit, formState, watch } = form;
  useKeptOverReload(form, path);
  const submit = handleSubmit(async ({ outcome, note: written }) => {
    setFailure(undefined);
    try {
      await action.mutateAsync({ path, body: { ...about, outcome, note: written.trim() } });
      onOpenChange(false);
      toast.success('Report handled');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to handle the report'));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Handle report" locked={action.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        <p>{children}</p>
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
        {before?.(watch('outcome'))}
        <Textarea
          label={note.label}
          hint={note.hint ?? 'Visible to staff and auditors'}
          maxLength={1000}
          error={formState.errors.note?.message}
          {...register('note', { validate: (typed) => typed.trim() !== '' || note.missing })}
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
