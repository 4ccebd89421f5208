import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

export const readIfExists = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const writeDraft = (file: string, text: string): string => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  const handle = openSync(draft, 'r');
  fsyncSync(handle);
  closeSync(handle);
  return draft;
};

/** Atomic and flushed to disk; readable by its owner only. */
export const replaceFile = (file: string, text: string): void => renameSync(writeDraft(file, text), file);

/** Of two concurrent creators, the first one's content wins. */
export const readOrCreate = (file: string, make: () => string): string => {
  const there = readIfExists(file);
  if (there !== undefined) return there;
  const draft = writeDraft(file, make());
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
};
