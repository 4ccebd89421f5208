import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { NoBundle, readBundle, refuseLarge } from '#application/transparency/bundle/readBundle.ts';
import { isBeyondDoubt, isSound, verifyBundle } from '#application/transparency/bundle/verifyBundle.ts';
import { verifyEd25519 } from '../transparency/ed25519.ts';
import { sha256 } from '../transparency/hashing.ts';
import { write } from './commandLine.ts';

const USAGE = `npm run verify -- FILE.zip [KEY] [--witness KEY …]   verifies the bundle of a sale without a marketplace: events, proofs, signatures,
                                   pictures, personal fields, ledger, report. KEY: the log’s key; --witness: keys of its witnesses
                                   (name+id+key), both from another source. Exits with 1 if something does not hold, with 2 if there is
                                   nothing to check, with 3 if something rests on the operator’s word.`;
const SAID = { fails: 'DOES NOT HOLD  ', doubt: 'IN DOUBT       ', holds: 'holds          ', note: 'note           ' };

const bytesOf = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file);
  try {
    refuseLarge((await handle.stat()).size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/** Undefined if the arguments are not understood. */
const asked = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { witness: { type: 'string', multiple: true } },
    });
    const [file, logKey, ...rest] = positionals;
    return file === undefined || rest.length > 0 ? undefined : { file, logKey, witnesses: values.witness };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

const check = async ({ file, ...keys }: NonNullable<ReturnType<typeof asked>>): Promise<number> => {
  const verdict = await verifyBundle(readBundle(await bytesOf(file)), { sha256, verify: verifyEd25519, ...keys });
  for (const { kind, says } of verdict.findings) write(`${SAID[kind]}${says}`);
  write(
    `Sale ${verdict.sale}: ${verdict.proven} of ${verdict.facts} events are proven, ${verdict.withheld} are withheld.`,
  );
  if (!isSound(verdict)) return 1;
  return isBeyondDoubt(verdict) ? 0 : 3;
};

const request = asked();
if (request)
  try {
    process.exitCode = await check(request);
  } catch (error) {
    const isMissing = error instanceof Error && 'syscall' in error;
    if (!(error instanceof NoBundle || isMissing)) throw error;
    process.stderr.write(`${error instanceof NoBundle ? error.message : `${request.file} cannot be read.`}\n`);
    process.exitCode = 2;
  }
else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
