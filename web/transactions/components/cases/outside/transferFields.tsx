import type { UseFormRegisterReturn } from 'react-hook-form';
import type { CaseFile } from '#application/contract/cases.ts';
import { NO_ACCOUNT_NUMBER, REFERENCE_REQUIRED } from '#application/contract/limits.ts';
import { holdsIban } from '#domain/accounts/iban.ts';
import { REFERENCE_LENGTH } from '#domain/transactions/settledOutside.ts';
import { Input } from '../../../../ui/Input.tsx';
import { keyOf, receiverIn, sumOf, type Transfer, whyOf } from '../../../text/owedText.ts';

export const RATIONALE_HINT = 'How you know whose account it is, without its number';

export const numberIn = (typed: string): string | undefined => (holdsIban(typed) ? NO_ACCOUNT_NUMBER : undefined);

export const REFERENCE_RULE = {
  validate: (typed: string): true | string => (typed.trim() === '' ? REFERENCE_REQUIRED : (numberIn(typed) ?? true)),
};

/** The chosen debt, or the first. */
export const debtOf = ({ owedOutside }: CaseFile, choice: string) =>
  owedOutside.find((each) => keyOf(each) === choice) ?? owedOutside[0];

export const transferOf = ({ what, paymentId }: Transfer, reference: string) => ({
  what,
  ...(paymentId && { paymentId }),
  reference: reference.trim(),
});

type DebtsProps = { file: CaseFile; owed: Transfer; field: UseFormRegisterReturn };

/** The debt, with a choice if there are several. */
export const Debts = ({ file, owed, field }: DebtsProps) =>
  file.owedOutside.length > 1 ? (
    <fieldset className="choices">
      <legend className="sr-only">What was paid</legend>
      {file.owedOutside.map((each) => (
        <label key={keyOf(each)} className="check">
          <input type="radio" value={keyOf(each)} {...field} />
          <span>
            {sumOf(each)} to {receiverIn(file, each)}: {whyOf(each)}
          </span>
        </label>
      ))}
    </fieldset>
  ) : (
    <p>
      <b className="strong">{sumOf(owed)}</b> is owed to <b className="strong">{receiverIn(file, owed)}</b>:{' '}
      {whyOf(owed)}.
    </p>
  );

type ReferenceProps = { error: string | undefined; field: UseFormRegisterReturn };

export const Reference = ({ error, field }: ReferenceProps) => (
  <Input
    label="Reference"
    hint="As shown on the bank statement. Visible to both parties."
    maxLength={REFERENCE_LENGTH}
    autoComplete="off"
    error={error}
    {...field}
  />
);
