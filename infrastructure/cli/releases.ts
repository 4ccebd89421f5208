import type { Storage } from '../composition/storage.ts';
import { unpinVersions, pinVersions, listProcesses } from '../releases/pinnedRelease.ts';
import { thisRelease } from '../releases/schemaFingerprints.ts';
import { runOperation, type Work, write } from './commandLine.ts';

const USAGE = `npm run releases -- list   every process that lives, and what it does not read that another does
npm run releases -- hold   from now on nothing newer is written than what all of them read, until it is freed
npm run releases -- free   the newest versions are written again that all processes read`;

const list = async ({ db }: Storage): Promise<void> => {
  for (const { process, print, held, secondsAgo, lacks } of await listProcesses(db))
    write(
      `${held ? 'held' : `${process}  release ${print}, seen ${secondsAgo} s ago`}${lacks.length > 0 ? `, does not read ${lacks.join(', ')}` : ''}`,
    );
};

const hold: Work = async (storage) => {
  await pinVersions(storage.db, thisRelease());
  write('Nothing newer is written than what every process reads now.');
  await list(storage);
};

const free: Work = async (storage) => {
  await unpinVersions(storage.db);
  await list(storage);
};

const WORKS = new Map<string | undefined, Work>([
  ['list', list],
  ['hold', hold],
  ['free', free],
]);

runOperation(USAGE, ([word]) => WORKS.get(word));
