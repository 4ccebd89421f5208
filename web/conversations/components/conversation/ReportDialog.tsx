import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ConversationMessage } from '#application/contract/conversations.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';

type ReportDialogProps = { message: ConversationMessage; open: boolean; onOpenChange: (open: boolean) => void };

/** Reports one message to staff; its author is not notified. */
export const ReportDialog = ({ message, open, onOpenChange }: ReportDialogProps) => {
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { reason: '' } });
  const { register, handleSubmit, formState, reset } = form;
  useKeptOverReload(form, `report:${message._id}`);
  const { isSubmitting, errors } = formState;
  const submit = handleSubmit(async ({ reason }) => {
    setFailure(undefined);
    try {
      await api.post(`messages/${message._id}/report`, { reason: reason.trim() });
      onOpenChange(false);
      reset();
      toast.success('Message reported', 'Our staff will look at it.');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to report the message'));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Report message" locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        <p>Our staff will read this message and your report. {message.sender.username} will not be told.</p>
        <Textarea
          label="What is wrong with it?"
          maxLength={1000}
          error={errors.reason?.message}
          {...register('reason', { validate: (typed) => typed.trim() !== '' || 'Please explain in a few words' })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…">
            Report message
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
