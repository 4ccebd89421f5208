// The sources in which the specification is kept: the rules, what goes over the wire, and every text a person reads.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const FOLDERS = ['domain', 'application', 'web', 'projections', 'infrastructure'];

/** Relative to the root. */
export const sourceFiles = () =>
  FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name))),
  ).sort();
