import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';

type InputProps = InputHTMLAttributes<HTMLInputElement> & FieldProps & { ref?: Ref<HTMLInputElement> };

/** A labelled text input. Spread react-hook-form's `register(name)` into it. */
export const Input = ({ label, optional, hint, error, className, ...rest }: InputProps) => (
  <Field label={label} optional={optional} hint={hint} error={error}>
    {(described) => <input {...rest} {...described} className={classes('input', className)} />}
  </Field>
);

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & FieldProps & { ref?: Ref<HTMLSelectElement> };

/** A native select, for phones and autofill. Options are children. */
export const Select = ({ label, optional, hint, error, className, children, ...rest }: SelectProps) => (
  <Field label={label} optional={optional} hint={hint} error={error}>
    {(described) => (
      <select {...rest} {...described} className={classes('select', className)}>
        {children}
      </select>
    )}
  </Field>
);

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  /** A number at the end, such as the listings it would leave. */
  count?: number | undefined;
  ref?: Ref<HTMLInputElement>;
};

export const Checkbox = ({ label, count, className, ...rest }: CheckboxProps) => (
  <label className={classes('check', className)}>
    <input {...rest} type="checkbox" />
    <span>{label}</span>
    {count !== undefined && <span className="n num">{count}</span>}
  </label>
);

type SearchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string; ref?: Ref<HTMLInputElement> };

export const SearchInput = ({ label, className, ...rest }: SearchProps) => (
  <div className="search">
    <Icon name="search" />
    <input {...rest} className={classes('input', className)} type="search" aria-label={label} />
  </div>
);
