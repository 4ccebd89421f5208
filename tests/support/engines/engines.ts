import { spawnSync } from 'node:child_process';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const SIZE = { width: 1280, height: 900 };

const FIREFOX = 'firefox-esr';
const WEBKIT = 'WebKitWebDriver';

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

export type Engine = {
  name: string;
  /** Why the browser cannot be driven here. */
  missing: string | undefined;
  start(): Promise<Driver>;
};

const missing = (...lacking: (string | false)[]): string | undefined => {
  const names = lacking.filter((name) => name !== false);
  return names.length > 0 ? `${names.join(' and ')} (Debian) is not installed` : undefined;
};

/** Browsers besides Chromium. `.ci/run` installs them; a missing one is skipped with the reason. */
export const ENGINES: readonly Engine[] = [
  {
    name: 'Firefox',
    missing: missing(!isThere(FIREFOX) && FIREFOX),
    start: () => startFirefox(FIREFOX, SIZE),
  },
  {
    name: 'WebKitGTK',
    missing: missing(!isThere(WEBKIT) && 'webkit2gtk-driver', !isThere('Xvfb') && 'xvfb'),
    start: () => startWebKit(WEBKIT, SIZE),
  },
];

for (const { name, missing } of ENGINES) if (missing) console.warn(`journeys in ${name} are skipped: ${missing}`);
