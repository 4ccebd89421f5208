import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ChargebackFile, EvidenceDraft } from '#application/contract/chargebacks.ts';
import {
  EVIDENCE_FIELDS,
  EVIDENCE_LENGTHS,
  type EvidenceTexts,
  MAX_BANK_PHOTOS,
} from '#domain/transactions/evidencePack.ts';
import { messageOf } from '../../../../api/ApiError.ts';
import { BeforeActing, CaseNews } from '../../../../staff/CaseNews.tsx';
import { movedIn } from '../../../../staff/ReadCase.tsx';
import { useStaffAction } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { DialogActions } from '../../../../ui/Dialog.tsx';
import { DraftNotice, keptOn } from '../../../../ui/DraftNotice.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { Form } from '../../../../ui/Form.tsx';
import { Checkbox, Input } from '../../../../ui/Input.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { Textarea } from '../../../../ui/Textarea.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useKeptWords } from '../../../../ui/useKeptWords.ts';
import { FIELD_LABELS } from './chargebackText.ts';
import { EvidencePhotos, type Places } from './EvidencePhotos.tsx';
import { EvidenceReceipt } from './EvidenceReceipt.tsx';

export type EvidenceValues = EvidenceTexts & Places & { sendsReceipt: boolean };

const placesOf = ({ photos }: EvidenceDraft): Places['places'] =>
  Object.fromEntries(photos.map(({ name, place }) => [name, place ?? '']));

const ROWS = 6;
const isLong = (field: (typeof EVIDENCE_FIELDS)[number]): boolean =>
  EVIDENCE_LENGTHS[field] > EVIDENCE_LENGTHS.shippingAddress;

/** The form as the server drafted it. */
export const begunWith = (draft: EvidenceDraft): EvidenceValues => ({
  ...Object.fromEntries(EVIDENCE_FIELDS.map((field) => [field, ''])),
  ...draft.pack,
  places: placesOf(draft),
  sendsReceipt: true,
});

type EvidenceFormProps = {
  form: UseFormReturn<EvidenceValues>;
  sale: string;
  claim: ChargebackFile;
  draft: EvidenceDraft;
  onClose: () => void;
};

/** Review and submission of the pack. This browser keeps what staff typed until they submit it. It never keeps that they have read it. */
export const EvidenceForm = ({ form, sale, claim, draft, onClose }: EvidenceFormProps) => {
  const { chargebackId, respondBy, pack: earlier } = claim;
  const [failure, setFailure] = useState<ReactNode>();
  const [read, setRead] = useState<boolean>();
  const action = useStaffAction();
  const { register, handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const kept = useKeptWords(form, `evidence:${chargebackId}:${earlier?.submittedAt ?? ''}`);
  const submit = handleSubmit(async ({ places, sendsReceipt, ...pack }) => {
    setFailure(undefined);
    if (!read) return setRead(false);
    const photos = Object.entries(places).flatMap(([name, place]) => (place === '' ? [] : [{ name, place }]));
    if (photos.length > MAX_BANK_PHOTOS)
      return setFailure(<Notice bad>{`Please choose at most ${MAX_BANK_PHOTOS} photos, not ${photos.length}`}</Notice>);
    try {
      const { name, sha256 } = draft.receipt ?? {};
      const receipt = sendsReceipt && sha256 ? { receipt: { name, sha256 } } : {};
      const body = { chargebackId, pack, photos, ...receipt };
      await action.mutateAsync({ path: `transaction/${sale}/chargeback/evidence`, body });
      onClose();
      await kept.startOver(begunWith(draft));
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
    <Form className="form-grid" onSubmit={submit}>
      <BeforeActing />
      <p>
        Drawn from the history of the sale. Read and correct it, and remove what the bank need not know.
        {respondBy !== null && ` The bank takes it until ${dueTime(respondBy)}.`}
      </p>
      <DraftNotice onStartOver={() => kept.startOver(begunWith(draft))}>
        {kept.found?.kept && keptOn(kept.found.kept.at)}
      </DraftNotice>
      {fields}
      {draft.receipt && <EvidenceReceipt receipt={draft.receipt} field={register('sendsReceipt')} />}
      {draft.photos.length > 0 && (
        <EvidencePhotos photos={draft.photos} register={(name) => register(`places.${name}`)} />
      )}
      <Checkbox
        label="I have read every text and the receipt, and seen every photo. A bank takes evidence once, and nobody can change it afterwards."
        aria-invalid={read === false ? true : undefined}
        checked={read ?? false}
        onChange={({ target }) => setRead(target.checked || undefined)}
      />
      {read === false && <Notice bad>Please confirm that you have read it.</Notice>}
      {failure}
      <DialogActions>
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busyText="Submitting…">
          Submit to the bank
        </Button>
      </DialogActions>
    </Form>
  );
};
