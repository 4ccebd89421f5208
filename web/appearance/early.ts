/**
 * Runs before anything is drawn, from a file of its own in the head: palette, contrast and size of the letters stand on the root, so that no page
 * flashes in another's. What was chosen comes with the session (`api/appearance.ts`); the device decides where it was left to it, and the
 * contrast of visitors.
 */
const root = document.documentElement;
const byDay = window.matchMedia('(prefers-color-scheme: light)');
const withContrast = window.matchMedia('(prefers-contrast: more)');

/** Of the browser’s own bars: the ground of the page. */
const GROUNDS = { dark: '#100c08', 'dark more': '#000', light: '#efe7d6', 'light more': '#fff' } as const;

type Chosen = { palette?: string; contrast?: string; text?: string };

/** What cannot be read counts as nothing chosen. */
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
 * Every page of a member needs this code, so it is asked for beside the first code. `fetch`, since the browser would remember a `modulepreload`
 * that failed; the loader asks again.
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
// of this tab, and of the others
window.addEventListener('appearance', apply);
window.addEventListener('storage', apply);

export {};
