import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CARRIER_NAMES, doubtAboutCode } from '#domain/shared/carriers.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';
import { useTransactionCommand } from '../../api/useTransactionCommand.ts';
import { actionText } from '../../text/actionText.ts';
import { moneyOf } from '../../transactionMoney.ts';
import type { TransactionDialogProps } from './dialogProps.ts';

/** Everyone can give a tracking code; above €100 it is required. */
export const ConfirmShipment = ({ sale: transaction, open, onOpenChange }: TransactionDialogProps) => {
  const { item } = moneyOf(transaction);
  const required = item > displayedTerms(transaction).highValue;
  const command = useTransactionCommand(transaction._id);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { trackingCode: '', carrier: '' } });
  const { register, handleSubmit, formState, watch } = form;
  useKeptOverReload(form, `shipment:${transaction._id}`);
  const submit = handleSubmit(async ({ trackingCode, carrier }) => {
    setFailure(undefined);
    try {
      await command.mutateAsync({
        command: 'confirm-shipment',
        body: { trackingCode: trackingCode.trim() || null, carrier: carrier.trim() || null },
      });
      onOpenChange(false);
      toast.success('Shipment confirmed successfully');
    } catch (error) {
      const message = messageOf(error, 'Failed to confirm shipment');
      setFailure(message);
      toast.error(message);
    }
  });
  const [carrier, trackingCode] = watch(['carrier', 'trackingCode']);
  const doubt = doubtAboutCode(carrier, trackingCode);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Confirm shipment" locked={command.isPending}>
      <Form className="form-grid" onSubmit={submit}>
        <p>Are you sure you want to confirm that you have shipped this item? This action cannot be undone.</p>
        <Input
          label="Tracking code"
          optional={!required}
          hint={
            required
              ? `Required above ${termsOf(transaction).highValue}`
              : 'Shown to the buyer; protects you if the parcel goes missing'
          }
          autoComplete="off"
          className="mono"
          maxLength={100}
          error={formState.errors.trackingCode?.message}
          {...register('trackingCode', {
            validate: (typed) =>
              !required ||
              typed.trim() !== '' ||
              `A tracking code is required for items over ${termsOf(transaction).highValue}`,
          })}
        />
        <Input
          label="Carrier"
          optional
          hint="Pick a carrier so the buyer can track the parcel"
          autoComplete="off"
          maxLength={60}
          list="carriers"
          {...register('carrier')}
        />
        <datalist id="carriers">
          {CARRIER_NAMES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {doubt && <Notice>{doubt}</Notice>}
        {failure ? (
          <Notice bad>{failure}</Notice>
        ) : (
          <Notice>
            <b>What happens next.</b> {actionText(transaction).confirmShipment.next}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={command.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busyText="Confirming…">
            Confirm shipment
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
