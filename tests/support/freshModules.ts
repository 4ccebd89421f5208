import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

/** The address that vitest gives happy-dom. */
const HOME = 'http://localhost:3000';

declare global {
  /** Whether the loaded modules belong to the previous file. */
  var modulesAreOwn: boolean | undefined;
}

/** Pages keep the session and cached data in modules, and mocks replace modules. */
const needsOwnModules = (): boolean =>
  typeof document !== 'undefined' ||
  /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(expect.getState().testPath!, 'utf8'));

// Files share a process, so packages and stateless server modules load once. A file that needs fresh modules of ours
// gets them.
const own = needsOwnModules();
if (own || globalThis.modulesAreOwn) vi.resetModules();
globalThis.modulesAreOwn = own;

afterAll(async () => {
  // Otherwise code still loading from the previous file would run before this file's mocks exist.
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
