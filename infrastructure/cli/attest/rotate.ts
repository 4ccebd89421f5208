import { renameSync, rmSync } from 'node:fs';
import { openRepository } from '#application/streams/repository.ts';
import { toHex } from '#application/transparency/bytes.ts';
import { changeOfKey } from '#application/transparency/keyChange.ts';
import { ED25519, keyText } from '#application/transparency/signedNote.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import type { Storage } from '../../composition/storage.ts';
import { entriesOf, signingKeyFile } from '../../composition/transparency.ts';
import type { Config } from '../../settings/config.ts';
import { systemClock } from '../../system/clock.ts';
import { StartFailure } from '../../system/startFailure.ts';
import { readIfExists, readOrCreate } from '../../transparency/atomicFile.ts';
import { keysOfLog } from '../../transparency/logKeys.ts';
import { makeSigningKey, readSigningKey } from '../../transparency/signingKey.ts';

export type RotateOptions = {
  storage: Pick<Storage, 'db' | 'store' | 'journal'>;
  config: Pick<Config, 'dataDir' | 'eventStoreUrl'> & { transparency: Pick<Config['transparency'], 'signer'> };
  write(line: string): void;
};

/** Aggregate id of the stream `KEY_STREAM`. */
const KEYS = 'keys';

/** The key of an interrupted rotation, or a new one. */
const nextSigner = (file: string, old: NoteSigner): NoteSigner => {
  const made = () =>
    readSigningKey(
      readOrCreate(file, () => makeSigningKey(old.key.name, ED25519)),
      ED25519,
    );
  let next = made();
  if (next && keyText(next.key) === keyText(old.key)) {
    rmSync(file);
    next = made();
  }
  if (!next) throw new StartFailure(`the file ${file} holds no signing key`);
  return next;
};

/**
 * Rotates the log's signing key; the old key announces the new one in the log. Can be repeated after any
 * interruption: the new key is stored first and replaces the old one only after the event.
 */
export const rotate = async ({ storage, config, write }: RotateOptions): Promise<number> => {
  const file = signingKeyFile(config);
  const given = config.transparency.signer;
  const old = given ?? readSigningKey(readIfExists(file) ?? '', ED25519);
  if (!old)
    throw new StartFailure(
      'the key of the log is not here: set LOG_SIGNING_KEY, or DATA_DIR to the folder of the workers',
    );
  const next = nextSigner(`${file}.next`, old);
  const newest = (await keysOfLog(entriesOf(storage, config), old.key)).at(-1)!;
  if (![old, next].some(({ key }) => keyText(key) === keyText(newest)))
    throw new StartFailure(`this key was replaced before, by ${keyText(newest)}`);
  const repository = openRepository({ journal: storage.journal, clock: systemClock });
  const id = `log-key.${toHex(next.key.id)}`;
  const context = {
    commandId: id,
    correlationId: id,
    causationId: id,
    actor: SYSTEM,
  };
  const change = await changeOfKey(old, next);
  const command = { type: 'ChangeLogKey' as const, at: systemClock.now(), by: SYSTEM, change };
  await repository.signingKeys.decide(await repository.signingKeys.load(KEYS), command, context);
  write(`The workers sign the log with ${keyText(next.key)} after their next start.`);
  write('Give this key to everyone who knows the old one. Witnesses need both, the old one first (WITNESS_LOGS).');
  if (given) {
    write(`It is in ${file}.next: set it as LOG_SIGNING_KEY of all workers and restart them.`);
    return 0;
  }
  readOrCreate(`${file}.${toHex(old.key.id)}`, () => readIfExists(file)!);
  renameSync(`${file}.next`, file);
  write(`It is in ${file}, next to the old one. Restart the workers.`);
  return 0;
};
