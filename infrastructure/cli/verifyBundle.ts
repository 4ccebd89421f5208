import { open } from 'node:fs/promises';
import { NoBundle, readBundle } from '#application/bundle/readBundle.ts';
import { isSound, isWitnessed, verifyBundle } from '#application/bundle/verifyBundle.ts';
import { verifyEd25519 } from '../transparency/ed25519.ts';
import { sha256 } from '../transparency/hashing.ts';
import { write } from './commandLine.ts';

const USAGE = `npm run verify -- FILE.zip [KEY]   checks the bundle of a sale without a marketplace: facts, proofs, signatures, pictures, what personal
                                   fields say. KEY: that of the log as it is known from elsewhere, name+id+key. Ends with 1 at what
                                   does not hold, with 2 where there is nothing to check, with 3 where a witness has not signed.`;
const SAID = { fails: 'DOES NOT HOLD  ', doubt: 'IN DOUBT       ', holds: 'holds          ', note: 'note           ' };
/** bytes: of what is read at all. */
const MOST = 300 * 1024 * 1024;

const bytesOf = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > MOST) throw new NoBundle('This file is larger than any bundle, and is not looked into.');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

const [file, logKey, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else
  try {
    const verdict = await verifyBundle(readBundle(await bytesOf(file)), { sha256, verify: verifyEd25519, logKey });
    for (const { kind, says } of verdict.findings) write(`${SAID[kind]}${says}`);
    write(
      `Sale ${verdict.sale}: ${verdict.proven} of ${verdict.facts} facts are proven, ${verdict.withheld} are withheld.`,
    );
    if (!isSound(verdict)) process.exitCode = 1;
    else if (!isWitnessed(verdict)) process.exitCode = 3;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error;
    if (!(error instanceof NoBundle || isMissing)) throw error;
    process.stderr.write(`${error instanceof NoBundle ? error.message : `${file} cannot be read.`}\n`);
    process.exitCode = 2;
  }
