import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import type { Prepared } from './preparedTexts.ts';

type InsertTextProps<Draft extends FieldValues> = {
  form: UseFormReturn<Draft>;
  field: Path<Draft>;
  label: string;
  texts: readonly Prepared[];
};

/** Appends a prepared text to a field of the form. */
export const InsertText = <Draft extends FieldValues>({ form, field, label, texts }: InsertTextProps<Draft>) => {
  const insert = (text: string) => {
    const before = String(form.getValues(field)).trim();
    const whole = [before, text].filter(Boolean).join('\n\n') as PathValue<Draft, Path<Draft>>;
    form.setValue(field, whole, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.setFocus(field);
  };
  return (
    <div>
      <Menu
        label={label}
        trigger={<Button size="sm">Insert text</Button>}
        groups={[texts.map(({ name, text }) => ({ label: name, onSelect: () => insert(text) }))]}
      />
    </div>
  );
};
