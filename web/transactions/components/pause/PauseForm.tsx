import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TransactionView } from '#application/contract/transactions.ts';
import { clock, ifPaused } from '#domain/notifications/moneyText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Dated } from '../../../ui/Dated.tsx';
import { Form } from '../../../ui/Form.tsx';
import { sentenceOf } from '../../../ui/moneySentences.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';
import { useTransactionCommand } from '../../api/useTransactionCommand.ts';

/** After sending, the reloaded transaction is paused and the screen shows that. */
export const PauseForm = ({ sale: transaction }: { sale: TransactionView }) => {
  const command = useTransactionCommand(transaction._id);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { reason: '' } });
  const { register, handleSubmit, formState } = form;
  useKeptOverReload(form, 'pause');
  const submit = handleSubmit(async ({ reason }) => {
    setFailure(undefined);
    try {
      await command.mutateAsync({ command: 'pause-escrow', body: { reason: reason.trim() } });
      toast.success('Success', 'Escrow period has been paused.');
    } catch (error) {
      const message = messageOf(error, 'Failed to pause escrow');
      setFailure(message);
      toast.error('Error', message);
    }
  });
  return (
    <Panel title={transaction.listing.title} className="max-w-2xl">
      <Form className="form-grid" onSubmit={submit}>
        {transaction.escrowEndDate && (
          <p>
            <Dated at={transaction.escrowEndDate}>{`${sentenceOf(clock, transaction)} ${ifPaused(transaction)}`}</Dated>
          </p>
        )}
        <Textarea
          label="Reason for pausing escrow"
          placeholder="Please explain why you are pausing the escrow"
          rows={4}
          maxLength={1000}
          hint="The seller reads this"
          error={formState.errors.reason?.message}
          {...register('reason', {
            validate: (typed) => typed.trim() !== '' || 'Please explain why you are pausing the escrow',
          })}
        />
        {failure && <Notice bad>{failure}</Notice>}
        <div className="row">
          <Button type="submit" look="primary" busyText="Processing...">
            Pause Escrow
          </Button>
          <ButtonLink to={`/transaction/${transaction._id}`}>Cancel</ButtonLink>
        </div>
      </Form>
    </Panel>
  );
};
