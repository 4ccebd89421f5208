import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { recordsIn } from './files.ts';

/** Empty records in their own folder, removed after the test. */
export const emptyRecords = () => {
  const path = mkdtempSync(join(tmpdir(), 'history-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = pathToFileURL(`${path}/`);
  return { records: recordsIn(folder), folder };
};
