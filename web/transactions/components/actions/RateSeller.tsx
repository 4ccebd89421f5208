import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { DraftNotice, keptOn } from '../../../ui/DraftNotice.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { ICONS } from '../../../ui/icons.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptWords } from '../../../ui/useKeptWords.ts';
import { transactionKeys } from '../../api/transactions.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

const STARS = [1, 2, 3, 4, 5];
const NOTHING = { rating: 5, review: '' };

/** Radio buttons styled as stars; five is preselected. */
const StarChoice = ({ value, onChange }: { value: number; onChange: (stars: number) => void }) => {
  const name = useId();
  return (
    <fieldset>
      <legend className="label mb-2">Your rating: {value} out of 5</legend>
      <div className="star-choice">
        {STARS.map((stars) => (
          <label key={stars} data-lit={stars <= value || undefined}>
            <input
              className="sr-only"
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              aria-label={stars === 1 ? '1 star' : `${stars} stars`}
              onChange={() => onChange(stars)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICONS.star} />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Asks for stars and text, or only for text if the stars were given before. */
export const RateSeller = ({ sale: transaction, open, onOpenChange }: TransactionDialogProps) => {
  const queries = useQueryClient();
  const form = useForm({ defaultValues: NOTHING });
  const draft = useKeptWords(form, `rate:${transaction._id}`);
  const { rating } = form.watch();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const wordsAlone = transaction.sellerRated;
  const submit = async () => {
    const review = form.getValues('review').trim();
    if (wordsAlone && review === '') return setFailure('Please write something');
    if (!transaction.seller._id) return setFailure('Unable to identify seller');
    setBusy(true);
    setFailure(undefined);
    try {
      await api.post(`user/${transaction.seller._id}/rate`, {
        ...(!wordsAlone && { rating }),
        transactionId: transaction._id,
        ...(review && { review }),
      });
      await queries.invalidateQueries({ queryKey: transactionKeys.all });
      onOpenChange(false);
      await draft.startOver(NOTHING);
      if (wordsAlone) toast.success('Your review is published');
      else toast.success('Rating submitted successfully');
    } catch (error) {
      if (wordsAlone) setFailure(messageOf(error, 'Failed to publish the review'));
      else setFailure(messageOf(error, 'Failed to submit rating'));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${wordsAlone ? 'Review' : 'Rate'} ${transaction.seller.username}`}
      locked={busy}
    >
      <Form className="form-grid" onSubmit={submit}>
        <DraftNotice onStartOver={() => draft.startOver(NOTHING)}>
          {draft.found?.kept && keptOn(draft.found.kept.at)}
        </DraftNotice>
        {wordsAlone ? (
          <p>You have already given your stars. Tell others why.</p>
        ) : (
          <>
            <p>How was this purchase? Your stars count towards the seller’s reputation and cannot be changed later.</p>
            <StarChoice value={rating} onChange={(stars) => form.setValue('rating', stars, { shouldDirty: true })} />
          </>
        )}
        <Textarea
          label="In your words"
          optional={!wordsAlone}
          hint="Public on the seller’s page; your name is not shown. The seller can answer, and you cannot change it later."
          maxLength={MAX_REVIEW_LENGTH}
          {...form.register('review', { onChange: () => setFailure(undefined) })}
        />
        <FieldError message={failure} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Submitting…">
            {wordsAlone ? 'Publish review' : 'Submit rating'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
