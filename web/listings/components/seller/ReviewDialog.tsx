import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { DraftNotice, keptOn } from '../../../ui/DraftNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptWords } from '../../../ui/useKeptWords.ts';
import { SELLER_REVIEWS } from '../../api/sellerQueries.ts';

export type ReviewAct = 'answer' | 'reportReview' | 'reportAnswer';

const REPORT = {
  lead: 'Our staff will read it and your report. The author will not learn who reported it.',
  label: 'What is wrong with it?',
  missing: 'Please explain in a few words',
  failed: 'Failed to send the report',
  done: ['Reported', 'Our staff will look at it.'],
} as const;

const WORDS = {
  answer: {
    title: 'Answer this review',
    lead: 'Everyone can read your answer below the review. You can answer once and cannot change it later.',
    label: 'Your answer',
    missing: 'Please write an answer',
    failed: 'Failed to send the answer',
    done: ['Answer published', undefined],
  },
  reportReview: { ...REPORT, title: 'Report this review' },
  reportAnswer: { ...REPORT, title: 'Report this answer' },
} as const;

const NOTHING = { text: '' };

const asked = (act: ReviewAct, text: string) =>
  act === 'answer' ? { text } : { part: act === 'reportReview' ? 'review' : 'answer', reason: text };

type ReviewDialogProps = { id: string; act: ReviewAct; open: boolean; onOpenChange: (open: boolean) => void };

/** The seller's answer to a review, or a report to staff. */
export const ReviewDialog = ({ id, act, open, onOpenChange }: ReviewDialogProps) => {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: NOTHING });
  const { register, handleSubmit, formState } = form;
  const draft = useKeptWords(form, `${act}:${id}`);
  const { isSubmitting, errors } = formState;
  const { title, lead, label, missing, failed, done } = WORDS[act];
  const submit = handleSubmit(async ({ text }) => {
    setFailure(undefined);
    try {
      await api.post(`reviews/${id}/${act === 'answer' ? 'answer' : 'report'}`, asked(act, text.trim()));
      if (act === 'answer') await queries.invalidateQueries({ queryKey: [SELLER_REVIEWS] });
      onOpenChange(false);
      await draft.startOver(NOTHING);
      toast.success(done[0], done[1]);
    } catch (error) {
      setFailure(messageOf(error, failed));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        <p>{lead}</p>
        <DraftNotice onStartOver={() => draft.startOver(NOTHING)}>
          {draft.found?.kept && keptOn(draft.found.kept.at)}
        </DraftNotice>
        <Textarea
          label={label}
          maxLength={MAX_REVIEW_LENGTH}
          error={errors.text?.message}
          {...register('text', { validate: (typed) => typed.trim() !== '' || missing })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…">
            {act === 'answer' ? 'Publish answer' : 'Send report'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
