import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";

const PACKAGE = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/** Survives the run, so that the next one finds it. */
const lasting = (): string => process.env.LASTING_TMPDIR ?? tmpdir();

/**
 * The packaged binary unpacks into the temporary folder: a private process does that completely and then renames it.
 */
const unpacked = async (): Promise<string> => {
  const folder = join(lasting(), `reliquary-chromium-${userInfo().uid}-${version}`);
  if (existsSync(folder)) return join(folder, 'chromium');
  const partial = mkdtempSync(`${folder}-`);
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
    env: { ...process.env, TMPDIR: partial },
  });
  if (existsSync(folder)) rmSync(partial, { recursive: true });
  else renameSync(partial, folder);
  return join(folder, 'chromium');
};

/** `CHROME_PATH`, an installed Chrome, or the packaged one. */
export const chromiumPath = async (): Promise<string> =>
  process.env.CHROME_PATH ?? INSTALLED.find((path) => existsSync(path)) ?? (await unpacked());
