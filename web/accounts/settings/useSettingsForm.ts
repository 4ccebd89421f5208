import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useKeptOverReload } from '../../ui/useKeptOverReload.ts';

/**
 * A form of what is stored: what is changed elsewhere shows in it, except in a field that somebody has typed in. `sent()` makes what
 * it holds the stored values, from which typing counts.
 */
export const useSettingsForm = <Values extends FieldValues, Sent extends FieldValues = Values>(
  stored: Values,
  { resolver }: { resolver?: Resolver<Values, unknown, Sent> } = {},
) => {
  const form = useForm<Values, unknown, Sent>({
    values: stored,
    resetOptions: { keepDirtyValues: true },
    ...(resolver && { resolver }),
  });
  // which fields are typed in is only noted for whoever reads it
  void form.formState.dirtyFields;
  useKeptOverReload(form, Object.keys(stored).join());
  return { ...form, sent: () => form.reset(form.getValues(), { keepDirtyValues: false }) };
};
