import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#application/ports/log.ts';
import { CONTENTS, DESCRIPTION, DESCRIPTIONS, PART } from './folderLayout.ts';

/** Nothing takes so long to be written. */
const LEFT_BEHIND_MS = 60 * 60_000;

const filesBelow = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

/** Removes what a process left that was killed while it wrote: parts of files, and contents without the description that comes last. */
export const sweepFolder = async (folder: string, log: Log): Promise<number> => {
  const [contents, descriptions] = [path.join(folder, CONTENTS), path.join(folder, DESCRIPTIONS)];
  const written = await filesBelow(contents);
  // read after the contents: a file that is being written may have its description by now, never lose it
  const described = await filesBelow(descriptions);
  const known = new Set(described.map((file) => path.relative(descriptions, file).slice(0, -DESCRIPTION.length)));
  const unmatchedEvents = written.filter((file) => file.endsWith(PART) || !known.has(path.relative(contents, file)));
  const parts = described.filter((file) => file.endsWith(PART));
  let removed = 0;
  for (const file of [...unmatchedEvents, ...parts]) {
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(file, { force: true });
    removed++;
  }
  if (removed > 0) log.info({ removed }, 'files that were never finished are removed');
  return removed;
};
