import { useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { ErrorBody } from '#application/contract/common.ts';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ApiError, messageOf } from '../../../api/ApiError.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { DraftNotice, keptOn } from '../../../ui/DraftNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Checkbox, Input, Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptForm } from '../../../ui/useKeptForm.ts';
import { useClaimAction } from '../../api/useClaimAction.ts';
import { inFull } from '../../text/claimActionText.ts';
import { categoryLabels, OFFERED_CATEGORIES } from '../../text/disputeText.ts';
import { disputeSteps } from '../dispute/disputeActions.ts';
import { AmountChoice, chosenSum } from './AmountChoice.tsx';
import type { Action } from './claimAction.ts';
import { bodyOf, type ClaimDraft, emptyClaim } from './claimDraft.ts';
import { EvidencePicker } from './EvidencePicker.tsx';
import { keptClaims } from './keptClaims.ts';
import { ownAddress, ReturnAddressFields, returnRules } from './ReturnAddressFields.tsx';

/** The transaction with the current sums, if the refusal carries them. */
const withSumsOf = (error: unknown, transaction: TransactionDetail): TransactionDetail | undefined => {
  const sums = error instanceof ApiError ? (error.data as Partial<ErrorBody> | null)?.sums : undefined;
  if (!sums || !transaction.dispute) return undefined;
  const offer = transaction.dispute.offer && { ...transaction.dispute.offer, ...sums };
  return { ...transaction, dispute: { ...transaction.dispute, accepted: sums, offer } };
};

/** For an appeal that came too late, for example after the other party’s. */
const notMade = ({ name }: Action, error: unknown): string =>
  name === 'appeal' && error instanceof ApiError && error.status === 409
    ? 'Your appeal was not made, and your text is kept here. '
    : '';

const required = (message: string) => (typed: string) => typed.trim() !== '' || message;

export type ClaimDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  action: Action;
  sale: TransactionDetail;
};

/** Explains the action, collects its input and sends it. */
export const ClaimDialog = ({ open, onOpenChange, action: chosen, sale: transaction }: ClaimDialogProps) => {
  // Frozen when the dialog opens, even if the transaction changes.
  const [action, setAction] = useState(() => inFull(chosen, transaction));
  const { category, amount, trackingCode, photos: takesPhotos, arrival, ...asked } = action.fields;
  const { upload, act } = useClaimAction(transaction._id);
  const user = useUser();
  const [begun] = useState(() => emptyClaim(action, ownAddress(user)));
  const form = useForm<ClaimDraft>({
    defaultValues: begun,
    ...(asked.returnAddress && { resolver: returnRules.resolver }),
  });
  const nothingCame = form.watch('notArrived') === 'yes';
  const text = nothingCame ? arrival?.text : asked.text;
  const needsPhotos = takesPhotos === 'required' && !nothingCame;
  const { errors } = form.formState;
  const photos = useController({ control: form.control, name: 'photos' }).field;
  const draft = useKeptForm({
    form,
    key: `${user._id}:${transaction._id}:${action.path}`,
    ...keptClaims(action, begun),
  });
  const [missingPhotos, setMissingPhotos] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [preparing, setPreparing] = useState(false);

  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const close = () => onOpenChange(false);
  const proven = () => !needsPhotos || form.getValues('photos').length > 0;
  const send = form.handleSubmit(async (said) => {
    if (!proven()) return;
    setBusy(true);
    try {
      const evidence = await upload(said.photos);
      await act({ command: action.path, body: bodyOf(action, said, { cents: chosenSum(said), evidence }) });
      await draft.forget();
      close();
      toast.success(action.done);
    } catch (error) {
      const now = withSumsOf(error, transaction);
      if (now) setAction(inFull(disputeSteps(now).find(({ name }) => name === chosen.name) ?? chosen, now));
      const message = notMade(chosen, error) + messageOf(error, 'This did not go through. Please try again.');
      setFailure(message);
      // The reader left with Back.
      if (!here.current) toast.error(message);
    }
    setBusy(false);
  });
  const submit = (event: Parameters<typeof send>[0]) => {
    setFailure(undefined);
    setMissingPhotos(proven() ? undefined : 'Evidence is required');
    return send(event);
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={action.label} locked={busy}>
      <Form className="form-grid" onSubmit={submit}>
        <p>{action.intro}</p>
        <DraftNotice onStartOver={() => draft.startOver(begun)}>
          {draft.found?.kept && keptOn(draft.found.kept.at)}
        </DraftNotice>
        {category && (
          <Select
            label="What is wrong?"
            error={errors.category?.message}
            {...form.register('category', { validate: required('Please select what is wrong') })}
          >
            <option value="">Please choose</option>
            {OFFERED_CATEGORIES.map((name) => (
              <option key={name} value={name}>
                {categoryLabels(transaction)[name]}
              </option>
            ))}
          </Select>
        )}
        {amount && <AmountChoice sale={transaction} amount={amount} form={form} />}
        {arrival && (
          <fieldset className="field">
            <legend>What happened?</legend>
            <div className="choices">
              <label className="check">
                <input type="radio" value="no" {...form.register('notArrived')} />
                <span>It came back, but something is wrong</span>
              </label>
              <label className="check">
                <input type="radio" value="yes" {...form.register('notArrived')} />
                <span>It has not arrived</span>
              </label>
            </div>
          </fieldset>
        )}
        {text && (
          <Textarea
            label={category ? 'Tell us more' : text.label}
            rows={4}
            maxLength={1000}
            hint={text.hint}
            error={errors.text?.message}
            {...form.register('text', { validate: required(text.missing) })}
          />
        )}
        {asked.notAsDescribed && (
          <Checkbox
            label="It is damaged or not as described. The seller then pays for the return shipping."
            {...form.register('notAsDescribed')}
          />
        )}
        {asked.returnAddress && <ReturnAddressFields form={form} />}
        {asked.postage === 'choice' && (
          <Checkbox label="I pay for the return shipping" {...form.register('sellerPaysPostage')} />
        )}
        {trackingCode && (
          <Input
            label="Tracking code"
            className="mono"
            autoComplete="off"
            maxLength={100}
            hint="Shown to the seller"
            error={errors.trackingCode?.message}
            {...form.register('trackingCode', { validate: required('A tracking code is required') })}
          />
        )}
        {takesPhotos && (
          <EvidencePicker
            photos={photos.value}
            onChange={(next) => {
              photos.onChange(next);
              if (next.length > 0) setMissingPhotos(undefined);
            }}
            required={needsPhotos}
            error={needsPhotos ? missingPhotos : undefined}
            preparing={preparing}
            onPreparing={setPreparing}
          />
        )}
        {failure && <Notice bad>{failure}</Notice>}
        <Notice>
          <b>What happens next.</b> {action.next}
        </Notice>
        <DialogActions>
          <Button onClick={close} disabled={busy}>
            Not now
          </Button>
          <Button
            type="submit"
            look={action.danger ? 'danger-fill' : 'primary'}
            busyText={action.busyText}
            disabled={preparing}
          >
            {action.label}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
