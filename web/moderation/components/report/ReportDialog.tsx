import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Listing } from '#application/contract/listings.ts';
import { MOST_WORDS } from '#domain/moderation/limits.ts';
import type { ReportGround } from '#domain/moderation/listingReports.ts';
import { GROUND_WORDS } from '#domain/moderation/listingReportsText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { ownReportsQuery } from '../../../api/reports.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { DraftNotice, keptOn } from '../../../ui/DraftNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptWords } from '../../../ui/useKeptWords.ts';
import { enoughWords } from './reportRules.ts';

type Draft = { ground: ReportGround | ''; explanation: string };
const NOTHING: Draft = { ground: '', explanation: '' };

type ReportDialogProps = {
  listing: Pick<Listing, '_id' | 'title'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Reports a listing to staff without telling the seller who did. */
export const ReportDialog = ({ listing, open, onOpenChange }: ReportDialogProps) => {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Draft>({ defaultValues: NOTHING });
  const { register, handleSubmit, formState } = form;
  const draft = useKeptWords(form, `report:${listing._id}`);
  const { isSubmitting, errors } = formState;
  const submit = handleSubmit(async ({ ground, explanation }) => {
    setFailure(undefined);
    try {
      await api.post(`listings/${listing._id}/report`, { ground, explanation: explanation.trim() });
      await queries.invalidateQueries(ownReportsQuery);
      onOpenChange(false);
      await draft.startOver(NOTHING);
      toast.success('Listing reported', 'Our staff review it and tell you what they decide.');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to report the listing'));
    }
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Report this listing" locked={isSubmitting}>
      <Form className="form-grid" onSubmit={submit}>
        <p>
          Our staff review <b className="strong">{listing.title}</b> as it is now, and what you write here. The seller
          does not learn who reported it. We tell you what was decided, and why.
        </p>
        <DraftNotice onStartOver={() => draft.startOver(NOTHING)}>
          {draft.found?.kept && keptOn(draft.found.kept.at)}
        </DraftNotice>
        <Select
          label="What is wrong?"
          error={errors.ground?.message}
          {...register('ground', { required: 'Please choose what is wrong' })}
        >
          <option value="">Please choose</option>
          {Object.entries(GROUND_WORDS).map(([ground, words]) => (
            <option key={ground} value={ground}>
              {words}
            </option>
          ))}
        </Select>
        <Textarea
          label="How do you know?"
          hint="What our staff should look at. If it is about your rights, say which, and that you hold them."
          maxLength={MOST_WORDS}
          rows={5}
          error={errors.explanation?.message}
          {...register('explanation', { validate: enoughWords('Please say what is wrong with it') })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Sending…">
            Report
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
