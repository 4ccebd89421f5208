import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

export type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

export type FieldProps = {
  label: ReactNode;
  /** Shown after the label as "(optional)". */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** The message beside the field, announced when it appears. */
  error?: string | undefined;
};

/** Label, control, hint and error, tied together by ids. `children` gets what the control has to spread. */
export const Field = ({
  label,
  optional,
  hint,
  error,
  children,
}: FieldProps & { children: (described: Described) => ReactNode }) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="opt"> (optional)</span>}
      </label>
      {children({
        id,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  );
};

/** An error line that a screen reader hears when it comes; nothing when there is none. */
export const FieldError = ({ id, message }: { id?: string; message: string | undefined }) =>
  message ? (
    <p className="error" id={id} role="alert">
      <Icon name="warning" />
      {message}
    </p>
  ) : null;
