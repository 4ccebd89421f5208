import { resolve } from 'node:path';
import { ED25519 } from '#application/transparency/signedNote.ts';
import { openKeptFiles } from '../composition/adapters.ts';
import { witnessesIn } from '../settings/witnesses.ts';
import { makeSigningKey } from '../transparency/signingKey.ts';
import { attest } from './attest/attest.ts';
import { keyOfLog, openForReading } from './attest/auditor.ts';
import { attestFiles } from './attest/files.ts';
import { rotate } from './attest/rotate.ts';
import { runOperation, runReading, write } from './commandLine.ts';
import { missingMarketplace } from './isMarketplace.ts';

const USAGE = `npm run attest                reads all events: each is what was written, follows the one before it in its stream, and is what
                              the signed heads of the transparency log, its map and the witnesses say. Ends with 1 at what
                              is not, and names it by stream and revision; with 2 where there is no marketplace.
npm run attest -- --files     the same, and reads each picture that a fact attaches: names stream and revision of those that are not
                              what was uploaded.
npm run attest -- --key KEY   the same for whoever holds only the public key of the log (name+id+…, or a file with it): no secret of
                              the marketplace is needed, and with DATABASE_URL an account that may only read.
npm run attest -- key NAME    makes a key that signs a transparency log (LOG_SIGNING_KEY); NAME such as reliquary.example/tlog
npm run attest -- rotate      gives the log a new key: a fact in the log, signed with both. Afterwards the workers are restarted.`;

const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const asAuditor = (keyOrFile: string, environment: NodeJS.ProcessEnv): void => {
  const { DATABASE_URL, EVENTSTORE_URL, DATA_DIR, WITNESSES } = environment;
  const key = keyOfLog(keyOrFile);
  const witnesses = witnessesIn(WITNESSES ?? '');
  if (!key || !witnesses) {
    complain(
      key
        ? 'WITNESSES must be url#key, with commas between them'
        : '--key is no public key of a log, nor a file with one',
    );
    process.exitCode = 2;
  } else if (DATABASE_URL) {
    const addresses = { databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL || undefined };
    runReading(async () => {
      const reading = await openForReading(addresses);
      const config = {
        ...addresses,
        dataDir: resolve(DATA_DIR || '.data'),
        transparency: { signer: undefined, witnesses },
      };
      return attest({ ...reading, config, key, write, complain }).finally(reading.close);
    }, missingMarketplace);
  } else
    runOperation(
      USAGE,
      async (_, engines, config) => attest({ engines, config, key, write, complain }),
      missingMarketplace,
    );
};

const [command, name, ...rest] = process.argv.slice(2);
if (command === 'key' && name !== undefined && /^[^\s+]+$/.test(name) && rest.length === 0)
  write(makeSigningKey(name, ED25519));
else if (command === '--key' && name !== undefined && rest.length === 0) asAuditor(name, process.env);
else
  runOperation(
    USAGE,
    async (words, engines, config) => {
      if (words.join(' ') === 'rotate') return rotate({ engines, config, write });
      const withFiles = words.join(' ') === '--files';
      if (words.length > 0 && !withFiles) return false;
      const code = await attest({ engines, config, write, complain });
      if (!withFiles) return code;
      const { files, close } = await openKeptFiles(config);
      const codeOfFiles = await attestFiles({ engines, files, write, complain }).finally(close);
      return Math.max(code, codeOfFiles);
    },
    missingMarketplace,
  );
