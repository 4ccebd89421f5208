import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { OwnReport } from '#application/contract/moderation.ts';
import { MOST_WORDS } from '#domain/moderation/limits.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { ownReportsQuery } from '../../../api/reports.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { DraftNotice, keptOn } from '../../../ui/DraftNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptWords } from '../../../ui/useKeptWords.ts';
import { enoughWords } from './reportRules.ts';

type ComplaintDialogProps = { report: OwnReport; open: boolean; onOpenChange: (open: boolean) => void };

/** One complaint per decision; another staff member answers it. */
export const ComplaintDialog = ({ report, open, onOpenChange }: ComplaintDialogProps) => {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { text: '' } });
  const { register, handleSubmit, formState } = form;
  const draft = useKeptWords(form, `complaint:${report.listing._id}:${report.case}`);
  const { isSubmitting, errors } = formState;
  const submit = handleSubmit(async ({ text }) => {
    setFailure(undefined);
    try {
      await api.post(`user/reports/${report.listing._id}/complain`, { case: report.case, text: text.trim() });
      await draft.forget();
      await queries.invalidateQueries(ownReportsQuery);
      onOpenChange(false);
      toast.success('Complaint sent', 'Another member of our staff decides it.');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to send the complaint'));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Complain about this decision" locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        <p>
          Somebody who did not make the decision reviews it free of charge. Their decision is final. You can complain
          once.
        </p>
        <DraftNotice onStartOver={() => draft.startOver({ text: '' })}>
          {draft.found?.kept && keptOn(draft.found.kept.at)}
        </DraftNotice>
        <Textarea
          label="Why is it wrong?"
          hint="What was overlooked, and how you know"
          maxLength={MOST_WORDS}
          rows={6}
          error={errors.text?.message}
          {...register('text', { validate: enoughWords('Please say why you think it is wrong') })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…">
            Send complaint
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
