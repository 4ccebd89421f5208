import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Records } from './files.ts';
import { streamNames } from './streamRecords.ts';

/** One line per record, as `sha256sum --check` reads it: digest and file. */
const FILE = new URL('./digests.txt', import.meta.url);

type Entry = { name: string; digest: string };

/** The records of stored bytes. Recorded texts may be recorded again. */
const storedNames = (records: Records): string[] => [...records.names('events'), ...streamNames(records)].sort();

const digestOf = (name: string, records: Records): string =>
  createHash('sha256').update(records.bytes(name)).digest('hex');

const entriesIn = (file: URL): Entry[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, digest, name] = /^([0-9a-f]{64}) {2}(.+)\.json$/.exec(line) ?? [];
      if (!digest || !name) throw new Error(`no digest of a record: ${line}`);
      return { name, digest };
    });

const changedIn = (entries: readonly Entry[], records: Records): string[] =>
  entries.flatMap(({ name, digest }) => {
    if (!records.has(name)) return [`${name} was recorded and is gone`];
    return digestOf(name, records) === digest ? [] : [`${name} is no longer as it was written`];
  });

const unlistedIn = (entries: readonly Entry[], records: Records): string[] => {
  const listed = new Set(entries.map(({ name }) => name));
  return storedNames(records).filter((name) => !listed.has(name));
};

/** How the records differ from the ones first written, as sentences. */
export const digestFaults = (records: Records, file = FILE): string[] => {
  const entries = entriesIn(file);
  const unlisted = unlistedIn(entries, records).map((name) => `${name} has no digest: npm run history -- record`);
  return [...changedIn(entries, records), ...unlisted];
};

/** @throws if a record is missing or was edited, before anything replaces it */
export const holdToDigests = (records: Records, file = FILE): void => {
  const [changed] = changedIn(entriesIn(file), records);
  if (changed) throw new Error(`${changed}: bring it back, and write a new version or another stream`);
};

/** Appends missing lines, keeps the others, and returns what it wrote. */
export const recordDigests = (records: Records, file = FILE): string[] => {
  holdToDigests(records, file);
  const unlisted = unlistedIn(entriesIn(file), records);
  if (unlisted.length === 0) return [];
  appendFileSync(file, unlisted.map((name) => `${digestOf(name, records)}  ${name}.json\n`).join(''));
  return ['tests/history/digests.txt'];
};
