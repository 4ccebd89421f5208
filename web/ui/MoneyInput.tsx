import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldProps } from './Field.tsx';
import { readingToShow, typedFailure } from './typedMoney.ts';

type MoneyInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode'> &
  FieldProps & {
    /** The typed text. */
    typed: string;
    ref?: Ref<HTMLInputElement>;
  };

/**
 * The only input for euro amounts. Shows how it reads the text and, on blur, what it cannot read. Spread
 * react-hook-form's `register(name)` into it.
 */
export const MoneyInput = ({ typed, label, optional, hint, error, className, ...rest }: MoneyInputProps) => {
  const [left, setLeft] = useState(false);
  return (
    <Field label={label} optional={optional} hint={hint} error={error ?? (left ? typedFailure(typed) : undefined)}>
      {(described) => (
        <>
          <input
            {...rest}
            {...described}
            className={classes('input', className)}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => {
              setLeft(false);
              rest.onChange?.(event);
            }}
            onBlur={(event) => {
              setLeft(true);
              rest.onBlur?.(event);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') setLeft(true);
              rest.onKeyDown?.(event);
            }}
          />
          <output className="reading" htmlFor={described.id}>
            {readingToShow(typed)}
          </output>
        </>
      )}
    </Field>
  );
};
