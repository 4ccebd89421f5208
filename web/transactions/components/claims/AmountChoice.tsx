import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { typedCents, typedFailure } from '../../../ui/typedMoney.ts';
import { possibleSums, sharesInWords, sharesOf } from '../../text/sharesText.ts';
import type { ClaimDraft } from './claimDraft.ts';
import type { ClaimFields } from './claimFields.ts';

type AmountChoiceProps = {
  sale: TransactionDetail;
  amount: NonNullable<ClaimFields['amount']>;
  form: UseFormReturn<ClaimDraft>;
};

/** The chosen sum in cents, undefined if it is not valid. */
export const chosenSum = ({ sum, other }: Pick<ClaimDraft, 'sum' | 'other'>): number | undefined =>
  sum === 'other' ? typedCents(other) : Number(sum);

/** Preset sums or a typed one, with a preview of who gets what. */
export const AmountChoice = ({ sale: transaction, amount, form }: AmountChoiceProps) => {
  const { register, control, formState } = form;
  const [sum, other] = useWatch({ control, name: ['sum', 'other'] });
  const cents = chosenSum({ sum, other });
  const shares = cents === undefined ? undefined : sharesOf(transaction, cents);
  const reader = transaction.role;
  return (
    <fieldset className="field">
      <legend>{amount.label}</legend>
      <div className="choices">
        {amount.quick.map((quick) => (
          <label key={quick.cents} className="check">
            <input type="radio" value={String(quick.cents)} {...register('sum')} />
            <span>{quick.label}</span>
          </label>
        ))}
        <label className="check">
          <input type="radio" value="other" {...register('sum')} />
          <span>Another amount</span>
        </label>
      </div>
      {sum === 'other' && (
        <MoneyInput
          label="Amount in euros"
          typed={other}
          hint={possibleSums(transaction)}
          error={formState.errors.other?.message}
          {...register('other', {
            validate: (typed, { sum: chosen }) => {
              const typedSum = chosenSum({ sum: chosen, other: typed });
              if (chosen !== 'other') return true;
              if (typedSum === undefined) return typedFailure(typed) ?? 'A valid amount is required';
              return (
                sharesOf(transaction, typedSum) !== undefined ||
                `This amount is not possible. ${possibleSums(transaction)}.`
              );
            },
          })}
        />
      )}
      <FieldError message={formState.errors.sum?.message} />
      <p className="hint" aria-live="polite">
        {shares && `${sharesInWords(shares, reader)}.`}
      </p>
    </fieldset>
  );
};
