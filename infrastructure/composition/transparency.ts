import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ED25519 } from '#application/transparency/signedNote.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import type { Config } from '../settings/config.ts';
import { StartFailure } from '../system/startFailure.ts';
import { type Entries, entriesInPostgres, entriesInStore } from '../transparency/entries.ts';
import { readOrCreate, readIfExists } from '../transparency/atomicFile.ts';
import { makeSigningKey, readSigningKey } from '../transparency/signingKey.ts';
import type { Storage } from './storage.ts';

export const entriesOf = (
  { db, store }: Pick<Storage, 'db' | 'store'>,
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
): Entries => (eventStoreUrl === undefined ? entriesInPostgres(db) : entriesInStore(store));

export const signingKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'log-signing-key');

export const keptHeadIn = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'log-head');

/** The log's name goes with its key: a log that moved to another address stays the same log. */
const nameFor = (publicUrl: string | undefined): string =>
  publicUrl === undefined
    ? `reliquary.localhost/tlog/${randomBytes(4).toString('hex')}`
    : `${new URL(publicUrl).host}/tlog`;

type KeySettings = Pick<Config, 'dataDir' | 'publicUrl'> & { transparency: Pick<Config['transparency'], 'signer'> };

/** The key that is set, or the one in the data folder, which is made when there is none. @throws StartFailure */
export const signerIn = ({ transparency, dataDir, publicUrl }: KeySettings): NoteSigner => {
  if (transparency.signer) return transparency.signer;
  const file = signingKeyFile({ dataDir });
  const signer = readSigningKey(
    readOrCreate(file, () => makeSigningKey(nameFor(publicUrl), ED25519)),
    ED25519,
  );
  if (!signer) throw new StartFailure(`the file ${file} (DATA_DIR) holds no signing key`);
  return signer;
};

/**
 * For promises about single commands. A process that only answers makes no key: it has the one that is set or lies in its data folder, or none.
 * The file is read each time, since a rotation puts another key there while this process runs.
 */
export const receiptSigner = (settings: KeySettings & Pick<Config, 'role'>): (() => NoteSigner | undefined) => {
  const { transparency, dataDir, role } = settings;
  let known: { text: string; signer: NoteSigner } | undefined;
  return () => {
    if (transparency.signer) return transparency.signer;
    const text = readIfExists(signingKeyFile({ dataDir }));
    if (text === undefined) return known || role === 'api' ? known?.signer : signerIn(settings);
    if (known?.text !== text) known = { text, signer: signerIn(settings) };
    return known.signer;
  };
};
