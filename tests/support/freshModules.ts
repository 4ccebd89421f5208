import { afterAll, vi } from 'vitest';

/** What vitest gives happy-dom as its address. */
const HOME = 'http://localhost:3000';

// Files share a process, so that packages are loaded once; a file gets our own modules anew, as if it were alone.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  if (typeof document === 'undefined') return;
  if (location.origin !== HOME)
    throw new Error(`a test left the page for ${location.href}: the next file would start there`);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
