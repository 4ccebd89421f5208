import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

export type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

export type FieldProps = {
  label: ReactNode;
  /** Adds "(optional)" to the label. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** The error message, announced when it appears. */
  error?: string | undefined;
};

/** Label, control, hint and error, linked by ids. `children` receives the control's props. */
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
        <div className="hint" id={hintId}>
          {hint}
        </div>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  );
};

/** An error message that screen readers announce; nothing without a message. */
export const FieldError = ({ id, message }: { id?: string; message: string | undefined }) =>
  message ? (
    <p className="error" id={id} role="alert">
      <Icon name="warning" />
      {message}
    </p>
  ) : null;
