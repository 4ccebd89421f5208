import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { schemaOnDemand } from '../../../ui/schemaOnDemand.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { groupedIban } from './iban.ts';

type Details = { accountHolder: string; iban: string; bankName: string };

const rules = schemaOnDemand(async () => (await import('#application/contract/accounts.ts')).bankDetails);

/** Validated by the contract's rules; spaces and lowercase are allowed. On blur the IBAN is grouped in fours. */
export const BankForm = ({ replaces, onDone }: { replaces: boolean; onDone?: () => void }) => {
  const { register, handleSubmit, setValue, formState, setError } = useForm<Details>({
    defaultValues: { accountHolder: '', iban: '', bankName: '' },
    resolver: rules.resolver,
    reValidateMode: 'onChange',
  });
  const save = useAccountCommand((details: Details) =>
    replaces ? api.put('seller/bank-details', details) : api.post('seller/bank-details', details),
  );
  const submit = handleSubmit(async (details) => {
    try {
      await save.mutateAsync(details);
      toast.success('Bank details updated successfully');
      onDone?.();
    } catch (error) {
      const message = messageOf(error, 'Failed to update bank details');
      setError('root', { message });
      toast.error(message);
    }
  });
  const { errors } = formState;
  return (
    <Form className="form-grid" onSubmit={submit} onTouch={rules.near} autoComplete="on">
      <Input
        label="Account holder"
        autoComplete="name"
        hint="Your own name, as your bank knows it"
        error={errors.accountHolder?.message}
        {...register('accountHolder')}
      />
      <Input
        label="IBAN"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="mono"
        placeholder="NL91 ABNA 0417 1643 00"
        error={errors.iban?.message}
        {...register('iban', { onBlur: (event) => setValue('iban', groupedIban(event.target.value)) })}
      />
      <Input label="Bank name" autoComplete="off" error={errors.bankName?.message} {...register('bankName')} />
      {errors.root?.message && <Notice bad>{errors.root.message}</Notice>}
      <p className="hint">
        This information is encrypted and stored securely. Only the last digits are ever shown again.
      </p>
      <div className="row">
        <Button type="submit" look="primary" busyText="Saving…">
          Save bank details
        </Button>
        {onDone && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </Form>
  );
};
