// Every mutant of the sources, numbered.
import fs from 'node:fs';
import path from 'node:path';
import { root, sourceFiles } from '../sources.mjs';
import { sitesOf } from './sites.mjs';

/** What runs before the tests or in a process of its own. */
const OUTSIDE = /\.config\.ts$|^infrastructure\/(bootstrap|database|postgres)\//;

/** `written`: absolute path → the source with a switch for each of its mutants. */
export const everyMutant = () => {
  const mutants = [];
  const written = new Map();
  for (const file of sourceFiles().filter((one) => !OUTSIDE.test(one))) {
    const { sites, write } = sitesOf(fs.readFileSync(path.join(root, file), 'utf8'), file);
    const first = mutants.length;
    written.set(path.join(root, file), () => write(first));
    for (const site of sites) mutants.push({ id: mutants.length, file, ...site });
  }
  return { mutants, written };
};
