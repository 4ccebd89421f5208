import { execFile } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** Two builds of the web, one of which is served at a time: `folder` leads to it, and a server that runs need not know. */
export const openReleases = () => {
  const place = mkdtempSync(join(tmpdir(), 'releases-'));
  const folder = join(place, 'served');
  const builtAt = (name: string) => join(place, name);
  return {
    folder,
    builtAt,
    build: async (name: string): Promise<void> => {
      const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn'];
      const { NODE_ENV: _, ...env } = process.env;
      await promisify(execFile)(process.execPath, [...vite, '-c', 'tests/support/release.config.ts'], {
        cwd: root,
        env: { ...env, RELEASE: name, RELEASE_FOLDER: builtAt(name) },
      });
    },
    /** At once, as a deployment does. */
    serve: (name: string): void => {
      const next = join(place, 'next');
      symlinkSync(builtAt(name), next);
      renameSync(next, folder);
    },
    close: () => rmSync(place, { recursive: true, force: true }),
  };
};
