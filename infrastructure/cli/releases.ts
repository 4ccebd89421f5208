import type { Engines } from '../composition/engines.ts';
import { freeVersions, holdVersions, listProcesses } from '../releases/holding.ts';
import { thisRelease } from '../releases/prints.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run releases -- list   every process that lives, and what it does not read that another does
npm run releases -- hold   from now on nothing newer is written than what all of them read, until it is freed
npm run releases -- free   the newest versions are written again that all processes read`;

const list = async ({ db }: Engines): Promise<true> => {
  for (const { process, print, held, secondsAgo, lacks } of await listProcesses(db))
    write(
      `${held ? 'held' : process}  release ${print}${held ? '' : `, seen ${secondsAgo} s ago`}${lacks.length > 0 ? `, does not read ${lacks.join(', ')}` : ''}`,
    );
  return true;
};

runOperation(USAGE, async ([word], engines) => {
  if (word === 'list') return list(engines);
  if (word === 'hold') {
    await holdVersions(engines.db, thisRelease());
    write('Nothing newer is written than what every process reads now.');
    return list(engines);
  }
  if (word !== 'free') return false;
  await freeVersions(engines.db);
  return list(engines);
});
