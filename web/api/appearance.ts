import type { Appearance } from '#domain/accounts/appearance.ts';

const KEPT = 'appearance';

/**
 * Applies the appearance here and in other tabs, and stores it for the next page (`appearance/early.ts`). Undefined:
 * the visitors' default.
 */
export const showAppearance = (chosen: Appearance | undefined): void => {
  if (chosen) localStorage.setItem(KEPT, JSON.stringify(chosen));
  else localStorage.removeItem(KEPT);
  window.dispatchEvent(new Event(KEPT));
};
