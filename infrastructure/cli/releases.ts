import type { Storage } from '../composition/storage.ts';
import { listProcesses, pinVersions, unpinVersions } from '../releases/pinnedRelease.ts';
import { thisRelease } from '../releases/schemaFingerprints.ts';
import { runOperation, type Work, write } from './commandLine.ts';

const USAGE = `npm run releases -- list   lists running processes and the event versions they cannot read
npm run releases -- hold   pins event versions to what all processes read now
npm run releases -- free   unpins them: the newest common versions are written again`;

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
