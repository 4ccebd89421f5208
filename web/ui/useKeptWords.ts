import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keptForms } from '../api/keptForms.ts';
import { useUser } from '../api/session.tsx';
import { useKeptForm } from './useKeptForm.ts';

/** Keeps the words of a form in this browser until they are sent; `of`: which form it is, and of what. */
export const useKeptWords = <Values extends FieldValues>(form: UseFormReturn<Values>, of: string) => {
  const begun = form.formState.defaultValues as Values;
  return useKeptForm({
    form,
    store: keptForms<{ at: number; typed: Values }>(),
    key: `${useUser()._id}:${of}`,
    isEmpty: (values) => Object.entries(values).every(([name, typed]) => typed === begun[name]),
    asKept: (typed) => ({ at: Date.now(), typed }),
    asValues: ({ typed }) => ({ ...begun, ...typed }),
  });
};
