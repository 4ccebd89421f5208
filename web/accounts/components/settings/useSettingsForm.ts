import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useKeptOverReload } from '../../../ui/useKeptOverReload.ts';

/** A form of stored values. Changes from elsewhere show, except in edited fields. `sent()` makes the current values the stored ones. */
export const useSettingsForm = <Values extends FieldValues, Sent extends FieldValues = Values>(
  stored: Values,
  { resolver }: { resolver?: Resolver<Values, unknown, Sent> } = {},
) => {
  const form = useForm<Values, unknown, Sent>({
    values: stored,
    resetOptions: { keepDirtyValues: true },
    ...(resolver && { resolver }),
  });
  // Subscribes to `dirtyFields`: the library tracks them only for readers.
  void form.formState.dirtyFields;
  useKeptOverReload(form, Object.keys(stored).join());
  return { ...form, sent: () => form.reset(form.getValues(), { keepDirtyValues: false }) };
};
