import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

/** What vitest gives happy-dom as its address. */
const HOME = 'http://localhost:3000';

declare global {
  /** Whether the modules that are loaded belong to the file before. */
  var modulesAreOwn: boolean | undefined;
}

/** Pages keep who has signed in and what they have read in their modules, and a mock stands in the place of one. */
const needsOwnModules = (): boolean =>
  typeof document !== 'undefined' ||
  /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(expect.getState().testPath!, 'utf8'));

// Files share a process, so that packages are loaded once, and the server's modules, which keep nothing, with what V8 has made of them.
// A file that needs our own modules anew gets them, as if it were alone.
const own = needsOwnModules();
if (own || globalThis.modulesAreOwn) vi.resetModules();
globalThis.modulesAreOwn = own;

afterAll(async () => {
  // A page that was left with its code under way would bring it into the next file, evaluated before that one's mocks stand.
  await vi.dynamicImportSettled();
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
