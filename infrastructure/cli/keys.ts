import type { Storage } from '../composition/storage.ts';
import { markLostKeys } from '../crypto/lostKeys.ts';
import { runOperation, type Work, write } from './commandLine.ts';

const USAGE = `npm run keys -- status   shows how many keys each master key wraps
npm run keys -- rotate   rewraps all keys with MASTER_KEY; OTHER_MASTER_KEYS unwraps the rest
npm run keys -- lost     after restoring a database older than EventStoreDB: marks data without a key as erased`;

const sayStatus = async ({ keys }: Storage): Promise<void> => {
  for (const { masterKey, keys: count, present, known } of await keys.wrappedBy())
    write(`${masterKey}  ${count} keys, ${present ? 'MASTER_KEY' : known ? 'OTHER_MASTER_KEYS' : 'NOT SET HERE'}`);
};

const sayLost = async ({ store, keys }: Storage): Promise<void> => {
  const lost = await markLostKeys(store, keys);
  for (const subject of lost) write(subject);
  write(`${lost.length} keys are lost.`);
};

const rotate: Work = async (storage) => {
  const rewrapped = await storage.keys.rewrap((soFar) => write(`${soFar} …`));
  write(`${rewrapped} keys were rewrapped.`);
  await sayStatus(storage);
};

const WORKS = new Map<string | undefined, Work>([
  ['status', sayStatus],
  ['rotate', rotate],
  ['lost', sayLost],
]);

runOperation(USAGE, ([word]) => WORKS.get(word));
