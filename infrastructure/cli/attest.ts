import { ED25519, type NoteKey } from '#application/transparency/signedNote.ts';
import { openKeptFiles } from '../composition/adapters.ts';
import { makeSigningKey } from '../transparency/signingKey.ts';
import { attest } from './attest/attest.ts';
import { keyOfLog, openForReading } from './attest/auditor.ts';
import { attestFiles } from './attest/files.ts';
import { rotate } from './attest/rotate.ts';
import { complain, runOperation, runReading, type Work, withStorage, write } from './commandLine.ts';

const USAGE = `npm run attest                reads all events: each is what was written, follows the one before it in its stream, and is what
                              the signed heads of the transparency log, its map and the witnesses say. Ends with 1 at what
                              is not, and names it by stream and revision; with 2 where there is no marketplace.
npm run attest -- --files     the same, and reads each picture that a fact attaches: names stream and revision of those that are not
                              what was uploaded.
npm run attest -- --key KEY   the same for whoever holds only the public key of the log (name+id+…, or a file with it): no secret of
                              the marketplace is needed, and with DATABASE_URL an account that may only read.
npm run attest -- key NAME    makes a key that signs a transparency log (LOG_SIGNING_KEY); NAME such as reliquary.example/tlog
npm run attest -- rotate      gives the log a new key: a fact in the log, signed with both. Afterwards the workers are restarted.`;

const attestHere =
  (key?: NoteKey): Work =>
  (storage, config) =>
    attest({ storage, config, key, write, complain });

const attestWithFiles: Work = async (storage, config) => {
  const code = await attest({ storage, config, write, complain });
  const { files, close } = await openKeptFiles(config);
  const codeOfFiles = await attestFiles({ storage, files, write, complain }).finally(close);
  return Math.max(code, codeOfFiles);
};

const asAuditor = (keyOrFile: string): void => {
  const key = keyOfLog(keyOrFile);
  if (!key) {
    complain('--key is no public key of a log, nor a file with one');
    process.exitCode = 2;
    return;
  }
  runReading(async ({ databaseUrl, eventStoreUrl, dataDir, witnesses }) => {
    if (databaseUrl === undefined) return withStorage(attestHere(key));
    const reading = await openForReading({ databaseUrl, eventStoreUrl });
    const config = { eventStoreUrl, dataDir, transparency: { signer: undefined, witnesses } };
    return attest({ ...reading, config, key, write, complain }).finally(reading.close);
  });
};

const WORKS = new Map<string, Work>([
  ['', attestHere()],
  ['--files', attestWithFiles],
  ['rotate', (storage, config) => rotate({ storage, config, write })],
]);

const [command, name, ...rest] = process.argv.slice(2);
if (command === 'key' && name !== undefined && /^[^\s+]+$/.test(name) && rest.length === 0)
  write(makeSigningKey(name, ED25519));
else if (command === '--key' && name !== undefined && rest.length === 0) asAuditor(name);
else runOperation(USAGE, (words) => WORKS.get(words.join(' ')));
