/**
 * Runs before the first paint, from its own file in the head: sets palette, contrast and text size on the root, so
 * no page flashes. The choice comes with the session (`api/appearance.ts`); otherwise the device decides.
 */
const root = document.documentElement;
const byDay = window.matchMedia('(prefers-color-scheme: light)');
const withContrast = window.matchMedia('(prefers-contrast: more)');

/** Colour of the browser's own bars. */
const GROUNDS = { dark: '#100c08', 'dark more': '#000', light: '#efe7d6', 'light more': '#fff' } as const;

type Chosen = { palette?: string; contrast?: string; text?: string };

/** Unreadable values count as no choice. */
const chosen = (): Chosen => {
  try {
    return (JSON.parse(localStorage.getItem('appearance') ?? '{}') as Chosen | null) ?? {};
  } catch {
    return {};
  }
};

const isSignedIn = (): boolean => {
  try {
    return localStorage.getItem('token') !== null;
  } catch {
    return false;
  }
};

const say = (name: string, content: string): void => {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
};

const apply = (): void => {
  const { palette, contrast = 'device', text = 'normal' } = chosen();
  const isLight = palette === 'light' || (palette === 'device' && byDay.matches);
  const isMore = contrast === 'more' || (contrast === 'device' && withContrast.matches);
  const scheme = isLight ? 'light' : 'dark';
  root.dataset.palette = scheme;
  root.dataset.contrast = isMore ? 'more' : 'normal';
  root.dataset.text = text;
  say('color-scheme', scheme);
  say('theme-color', GROUNDS[isMore ? (`${scheme} more` as const) : scheme]);
};

/**
 * Preloads the code of member pages beside the first code. Uses `fetch`: browsers remember a failed `modulepreload`,
 * while the loader retries.
 */
const askAhead = (): void => {
  const file = document.currentScript?.dataset.members;
  if (!file || !isSignedIn()) return;
  fetch(file).catch(() => undefined);
};

apply();
askAhead();
byDay.addEventListener('change', apply);
withContrast.addEventListener('change', apply);
// this tab and others
window.addEventListener('appearance', apply);
window.addEventListener('storage', apply);

export {};
