import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { at, readIfThere, root } from './paths.mjs';

const SOURCES = ['domain', 'application', 'projections', 'infrastructure', 'web'];
const SETTINGS = ['package.json', 'tsconfig.json'];

/** Changes with the lock file, the Node version or the platform. */
export const dependenciesPrint = () => {
  const { platform, arch, versions } = process;
  const parts = [readIfThere(at('package-lock.json')), platform, arch, versions.modules];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
};

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });

/** Changes with any source of the build. */
export const sourcesPrint = (dependencies) => {
  const hash = createHash('sha256').update(dependencies);
  for (const file of [...SETTINGS.map(at), ...SOURCES.map(at).filter(existsSync).flatMap(filesBelow)])
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};
