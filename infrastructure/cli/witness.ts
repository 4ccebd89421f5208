import { join, resolve } from 'node:path';
import { z } from 'zod';
import { COSIGNATURE, ED25519, keyText, readKeyText } from '#application/transparency/signedNote.ts';
import { set, whole } from '../settings/kinds.ts';
import { readOrCreate } from '../transparency/atomicFile.ts';
import { sha256 } from '../transparency/hashing.ts';
import { makeSigningKey, readSigningKey } from '../transparency/signingKey.ts';
import { witnessServer } from '../transparency/witness/server.ts';
import { openWitness } from '../transparency/witness/witness.ts';

const NAME = 'must be a name without spaces and plus, such as mill.example';
const LOGS = 'must name the keys of logs, with commas between them';

const settings = z.object({
  WITNESS_NAME: set(z.string(NAME).regex(/^[^\s+]+$/, NAME)),
  WITNESS_LOGS: set(
    z.string(LOGS).transform((text, context) =>
      text.split(',').map((key) => {
        const read = readKeyText(key.trim(), sha256);
        if (read?.type === ED25519) return read;
        context.addIssue(LOGS);
        return z.NEVER;
      }),
    ),
  ),
  WITNESS_DIR: set(z.string().default('.witness')),
  WITNESS_HOST: set(z.string().default('127.0.0.1')),
  WITNESS_PORT: set(whole(0, 65_535).default(3_100)),
});

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const USAGE = `npm run witness   cosigns the heads of append-only logs until stopped
WITNESS_NAME   its name, such as mill.example
WITNESS_LOGS   the keys of the logs, comma-separated
WITNESS_DIR    folder of its key and last signatures (.witness)
WITNESS_HOST   the address to listen on (127.0.0.1)
WITNESS_PORT   the port (3100)`;

if (process.argv.length > 2) {
  write(USAGE);
  process.exit(2);
}
const parsed = settings.safeParse(process.env);
if (!parsed.success) fail(parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`).join('; '));

const { WITNESS_NAME, WITNESS_LOGS, WITNESS_DIR, WITNESS_HOST, WITNESS_PORT } = parsed.data!;
const folder = resolve(WITNESS_DIR);
const keptKey = (): string => {
  try {
    return readOrCreate(join(folder, 'signing-key'), () => makeSigningKey(WITNESS_NAME, COSIGNATURE));
  } catch (error) {
    return fail(`the folder ${folder} (WITNESS_DIR) cannot be used: ${(error as NodeJS.ErrnoException).code}`);
  }
};
const signer = readSigningKey(keptKey(), COSIGNATURE) ?? fail(`${folder}/signing-key holds no key of a witness`);
const witness = openWitness({ signer, logs: WITNESS_LOGS, folder, now: Date.now });
const server = witnessServer(witness, (error) => process.stderr.write(`${String(error)}\n`));
server.on('error', (error) => fail(error.message));
server.listen(WITNESS_PORT, WITNESS_HOST, () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : WITNESS_PORT;
  write(`${signer.key.name} signs the heads of ${WITNESS_LOGS.map(({ name }) => name).join(', ')}`);
  write(`WITNESSES=http://${WITNESS_HOST}:${port}#${keyText(signer.key)}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.close(() => process.exit(0)));
