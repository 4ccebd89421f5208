import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ChargebackFile, EvidenceDraft } from '#application/contract/chargebacks.ts';
import {
  EVIDENCE_FIELDS,
  EVIDENCE_LENGTHS,
  type EvidenceTexts,
  MAX_BANK_PHOTOS,
} from '#domain/transactions/evidencePack.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { api } from '../../../../api/client.ts';
import { BeforeActing, CaseNews } from '../../../../staff/CaseNews.tsx';
import { movedIn } from '../../../../staff/ReadCase.tsx';
import { STAFF } from '../../../../staff/staffQueries.ts';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../../ui/Dialog.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { Form } from '../../../../ui/Form.tsx';
import { Checkbox, Input } from '../../../../ui/Input.tsx';
import { SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { ErrorState, Notice } from '../../../../ui/States.tsx';
import { Textarea } from '../../../../ui/Textarea.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptOverReload } from '../../../../ui/useKeptOverReload.ts';
import { FIELD_LABELS } from './chargebackText.ts';
import { EvidencePhotos, type Places } from './EvidencePhotos.tsx';
import { EvidenceReceipt } from './EvidenceReceipt.tsx';

type Values = EvidenceTexts & Places & { read: boolean; sendsReceipt: boolean };
type EvidenceDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sale: string;
  claim: ChargebackFile;
};

const placesOf = ({ photos }: EvidenceDraft): Places['places'] =>
  Object.fromEntries(photos.map(({ name, place }) => [name, place ?? '']));

const ROWS = 6;
const isLong = (field: (typeof EVIDENCE_FIELDS)[number]): boolean =>
  EVIDENCE_LENGTHS[field] > EVIDENCE_LENGTHS.shippingAddress;

/** The evidence pack, drafted by the server, reviewed and submitted by staff. What they typed stays when they close it. */
export const EvidenceDialog = ({ open, onOpenChange, sale, claim }: EvidenceDialogProps) => {
  const { chargebackId, respondBy, pack: earlier } = claim;
  const [failure, setFailure] = useState<ReactNode>();
  const action = useStaffAction();
  const draft = useQuery({
    queryKey: [...STAFF, 'evidence', sale, chargebackId, earlier?.submittedAt],
    queryFn: ({ signal }) =>
      api.get<EvidenceDraft>(`staff/cases/${sale}/evidence/${encodeURIComponent(chargebackId)}`, { signal }),
    enabled: open,
  });
  const form = useForm<Values>({ defaultValues: { read: false, places: {}, sendsReceipt: true } });
  const { register, handleSubmit, formState, reset } = form;
  useKeptOverReload(form, `evidence ${chargebackId}`);
  const { isSubmitting, isDirty, errors } = formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer draft never replaces what was typed
  useEffect(() => {
    if (draft.data && !isDirty)
      reset({ ...draft.data.pack, places: placesOf(draft.data), read: false, sendsReceipt: true });
  }, [draft.data]);
  const submit = handleSubmit(async ({ read: _, places, sendsReceipt, ...pack }) => {
    setFailure(undefined);
    const photos = Object.entries(places).flatMap(([name, place]) => (place === '' ? [] : [{ name, place }]));
    if (photos.length > MAX_BANK_PHOTOS)
      return setFailure(<Notice bad>{`Please choose at most ${MAX_BANK_PHOTOS} photos, not ${photos.length}`}</Notice>);
    try {
      const { name, sha256 } = draft.data?.receipt ?? {};
      const receipt = sendsReceipt && sha256 ? { receipt: { name, sha256 } } : {};
      const body = { chargebackId, pack, photos, ...receipt };
      await action.mutateAsync({ path: `transaction/${sale}/chargeback/evidence`, body });
      onOpenChange(false);
      reset();
      toast.success('Evidence submitted');
    } catch (error) {
      setFailure(
        movedIn(error) ? <CaseNews /> : <Notice bad>{messageOf(error, 'Failed to submit the evidence')}</Notice>,
      );
    }
  });
  const fields = EVIDENCE_FIELDS.map((field) => {
    const shared = { label: FIELD_LABELS[field], optional: true, maxLength: EVIDENCE_LENGTHS[field] };
    if (isLong(field)) return <Textarea key={field} {...shared} rows={ROWS} {...register(field)} />;
    if (field === 'shippingAddress') return <Textarea key={field} {...shared} rows={4} {...register(field)} />;
    return <Input key={field} {...shared} autoComplete="off" {...register(field)} />;
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Evidence for the bank" locked={isSubmitting} wide>
      {draft.data || isDirty ? (
        <Form className="form-grid" onSubmit={submit}>
          <BeforeActing />
          <p>
            Drawn from the history of the sale. Read and correct it, and remove what the bank need not know.
            {respondBy !== null && ` The bank takes it until ${dueTime(respondBy)}.`}
          </p>
          {fields}
          {draft.data?.receipt && <EvidenceReceipt receipt={draft.data.receipt} field={register('sendsReceipt')} />}
          {draft.data && draft.data.photos.length > 0 && (
            <EvidencePhotos photos={draft.data.photos} register={(name) => register(`places.${name}`)} />
          )}
          <Checkbox
            label="I have read every text and the receipt, and seen every photo. A bank takes evidence once, and nobody can change it afterwards."
            aria-invalid={errors.read ? true : undefined}
            {...register('read', { required: true })}
          />
          {errors.read && <Notice bad>Please confirm that you have read it.</Notice>}
          {failure}
          <DialogActions>
            <Button onClick={() => onOpenChange(false)} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button type="submit" look="primary" busyText="Submitting…">
              Submit to the bank
            </Button>
          </DialogActions>
        </Form>
      ) : draft.error ? (
        <ErrorState title="Failed to draft the evidence" error={draft.error} onRetry={() => void draft.refetch()}>
          Nothing was sent.
        </ErrorState>
      ) : (
        <div className="form-grid" role="status" aria-label="Loading...">
          <SkeletonLines lines={8} />
        </div>
      )}
    </Dialog>
  );
};
