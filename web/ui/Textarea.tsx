import type { Ref, TextareaHTMLAttributes } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldProps } from './Field.tsx';
import { partOnDemand } from './partOnDemand.tsx';

const TextLimit = partOnDemand(async () => (await import('./TextLimit.tsx')).TextLimit, null);

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & FieldProps & { ref?: Ref<HTMLTextAreaElement> };

/** A text beyond `maxLength` stays as typed or pasted, with an error, and is not sent. */
export const Textarea = ({ label, optional, hint, error, className, maxLength, ...rest }: TextareaProps) => (
  <Field
    label={label}
    optional={optional}
    hint={
      maxLength ? (
        <>
          {hint} <TextLimit most={maxLength} />
        </>
      ) : (
        hint
      )
    }
    error={error}
  >
    {(described) => <textarea {...rest} {...described} className={classes('input', className)} />}
  </Field>
);
