const FIELDS = 'input:not([type="file"], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled)';

/** Where somebody goes on in a dialog: its first field, of a choice what is chosen. On a phone none: its keyboard would cover the rest. */
export const firstField = (box: HTMLElement): HTMLElement | undefined => {
  if (!matchMedia('(pointer: fine)').matches) return undefined;
  const field = box.querySelector<HTMLInputElement>(FIELDS);
  const chosen = field?.type === 'radio' && box.querySelector<HTMLElement>(`[name="${field.name}"]:checked`);
  return chosen || field || undefined;
};
