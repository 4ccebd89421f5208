import { ED25519, type NoteKey } from '#application/transparency/signedNote.ts';
import { openKeptFiles } from '../composition/adapters.ts';
import { makeSigningKey } from '../transparency/signingKey.ts';
import { attest } from './attest/attest.ts';
import { keyOfLog, openForReading } from './attest/auditor.ts';
import { attestFiles } from './attest/files.ts';
import { rotate } from './attest/rotate.ts';
import { complain, runOperation, runReading, type Work, withStorage, write } from './commandLine.ts';

const USAGE = `npm run attest                verifies all events: hash chains, and the signed heads of the transparency log, its map and its
                              witnesses. Exits with 1 at a violation, named by stream and revision; with 2 if there is no
                              marketplace.
npm run attest -- --files     also verifies every attached picture and names stream and revision of altered ones.
npm run attest -- --key KEY   verifies with only the public key of the log (name+id+…, or a file with it): needs no secret of
                              the marketplace, and only read access in DATABASE_URL.
npm run attest -- key NAME    creates a signing key for a transparency log (LOG_SIGNING_KEY); NAME such as reliquary.example/tlog
npm run attest -- rotate      replaces the log’s key by an event signed with both keys. Restart the workers afterwards.`;

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
