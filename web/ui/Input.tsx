import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & FieldProps & { ref?: Ref<HTMLTextAreaElement> };

/** The share of a limit from which the characters left are shown. */
const NEARLY_FULL = 0.9;

const counted = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'character' : 'characters'}`;

const roomIn = (length: number, most: number | undefined): string | undefined => {
  if (most === undefined || length < most * NEARLY_FULL) return undefined;
  return length > most ? `${counted(length - most)} too many` : `${counted(most - length)} left`;
};

/** A text beyond `maxLength` stays as typed or pasted, with an error; `Form` does not send it. */
export const Textarea = ({ label, optional, hint, error, className, maxLength, ref, ...rest }: TextareaProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const measure = () => setLength(field.current?.value.length ?? 0);
  // a form can write into the field without an event
  useLayoutEffect(measure);
  const isTooLong = maxLength !== undefined && length > maxLength;
  const room = roomIn(length, maxLength);
  const place = (element: HTMLTextAreaElement | null) => {
    field.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <Field
      label={label}
      optional={optional}
      hint={
        room ? (
          <>
            {hint}
            {hint && <br />}
            <span className="num">{room}</span>
          </>
        ) : (
          hint
        )
      }
      error={isTooLong ? `Please shorten this text to ${counted(maxLength)}` : error}
    >
      {(described) => (
        <textarea
          {...rest}
          {...described}
          ref={place}
          onInput={measure}
          data-too-long={isTooLong || undefined}
          className={classes('input', className)}
        />
      )}
    </Field>
  );
};

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
