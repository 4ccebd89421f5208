const FIELDS = 'input:not([type="file"], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled)';

/** The dialog's first field, or the checked option. None on touch devices, whose keyboard would cover the rest. */
export const firstField = (box: HTMLElement): HTMLElement | undefined => {
  if (!matchMedia('(pointer: fine)').matches) return undefined;
  const field = box.querySelector<HTMLInputElement>(FIELDS);
  const chosen = field?.type === 'radio' && box.querySelector<HTMLElement>(`[name="${field.name}"]:checked`);
  return chosen || field || undefined;
};
