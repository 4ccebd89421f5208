import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keptForms } from '../api/keptForms.ts';
import { useUser } from '../api/session.tsx';
import { useKeptForm } from './useKeptForm.ts';

export type KeptWords<Values> = { at: number; typed: Values };

/** Keeps a form's text in this browser until it is sent; `of`: the form and its subject. */
export const useKeptWords = <Values extends FieldValues>(form: UseFormReturn<Values>, of: string) => {
  const begun = form.formState.defaultValues as Values;
  return useKeptForm({
    form,
    store: keptForms<KeptWords<Values>>(),
    key: `${useUser()._id}:${of}`,
    isEmpty: (values) =>
      Object.entries(values).every(([name, typed]) => JSON.stringify(typed) === JSON.stringify(begun[name])),
    asKept: (typed) => ({ at: Date.now(), typed }),
    asValues: ({ typed }) => ({ ...begun, ...typed }),
  });
};
