import { runOperation, write } from './commandLine.ts';
import type { Engines } from './engines.ts';

const USAGE = `npm run keys -- status   which master keys wrap how many keys
npm run keys -- rotate   wraps every key by MASTER_KEY; OTHER_MASTER_KEYS opens what is wrapped by another`;

const sayStatus = async ({ keys }: Engines): Promise<void> => {
  for (const { masterKey, keys: count, present, known } of await keys.wrappedBy())
    write(`${masterKey}  ${count} keys, ${present ? 'MASTER_KEY' : known ? 'OTHER_MASTER_KEYS' : 'NOT SET HERE'}`);
};

runOperation(USAGE, async ([word], engines) => {
  if (word !== 'status' && word !== 'rotate') return false;
  if (word === 'rotate') {
    const rewrapped = await engines.keys.rewrap((soFar) => write(`${soFar} …`));
    write(`${rewrapped} keys are wrapped anew.`);
  }
  await sayStatus(engines);
  return true;
});
