import { ED25519 } from '#application/transparency/signedNote.ts';
import { makeSigningKey } from '../transparency/signingKey.ts';
import { attest } from './attest/attest.ts';
import { runOperation, write } from './commandLine.ts';
import { missingMarketplace } from './isMarketplace.ts';

const USAGE = `npm run attest                reads all events: each is what was written, follows the one before it in its stream, and is what
                              the signed heads of the transparency log, its map and the witnesses say. Ends with 1 at what
                              is not, and names it by stream and revision; with 2 where there is no marketplace.
npm run attest -- key NAME    makes a key that signs a transparency log (LOG_SIGNING_KEY); NAME such as reliquary.example/tlog`;

const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const [command, name, ...rest] = process.argv.slice(2);
if (command === 'key' && name !== undefined && /^[^\s+]+$/.test(name) && rest.length === 0)
  write(makeSigningKey(name, ED25519));
else
  runOperation(
    USAGE,
    async (words, engines, config) => words.length === 0 && attest({ engines, config, write, complain }),
    missingMarketplace,
  );
