let last: HTMLElement | null = null;

// The routes are also read where there is no browser.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  const element = target as HTMLElement;
  // An item of a menu is gone once it is chosen: its menu's button stands for it.
  const opener = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  last = opener ? document.getElementById(opener) : element;
});

/** Where the keyboard is, or where it was: while a menu closes nothing has the focus for a moment. */
export const lastFocus = (): HTMLElement | null => last;
