import type { Appearance } from '#domain/accounts/appearance.ts';

const KEPT = 'appearance';

/** Shows it here and in the other tabs, and keeps it for the next page (`appearance/early.ts`); undefined: as visitors have it. */
export const showAppearance = (chosen: Appearance | undefined): void => {
  if (chosen) localStorage.setItem(KEPT, JSON.stringify(chosen));
  else localStorage.removeItem(KEPT);
  window.dispatchEvent(new Event(KEPT));
};
