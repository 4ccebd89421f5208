let last: HTMLElement | null = null;

// Routes are also imported without a browser.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  const element = target as HTMLElement;
  // A chosen menu item disappears: use its menu's button.
  const opener = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  last = opener ? document.getElementById(opener) : element;
});

/** The focused element, or the last one: while a menu closes, nothing has the focus. */
export const lastFocus = (): HTMLElement | null => last;
