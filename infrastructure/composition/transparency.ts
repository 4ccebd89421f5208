import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ED25519 } from '#application/transparency/signedNote.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import type { Config } from '../settings/config.ts';
import { StartFailure } from '../system/startFailure.ts';
import { readIfExists, readOrCreate } from '../transparency/atomicFile.ts';
import { type Entries, entriesInPostgres, entriesInStore } from '../transparency/entries.ts';
import { makeSigningKey, readSigningKey } from '../transparency/signingKey.ts';
import type { Storage } from './storage.ts';

export const entriesOf = (
  { db, store }: Pick<Storage, 'db' | 'store'>,
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
): Entries => (eventStoreUrl === undefined ? entriesInPostgres(db) : entriesInStore(store));

export const signingKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'log-signing-key');

export const lastHeadFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'log-head');

/** The log's name belongs to its key: a log that moves to another address stays the same log. */
const nameFor = (publicUrl: string | undefined): string =>
  publicUrl === undefined
    ? `reliquary.localhost/tlog/${randomBytes(4).toString('hex')}`
    : `${new URL(publicUrl).host}/tlog`;

type KeySettings = Pick<Config, 'dataDir' | 'publicUrl'> & { transparency: Pick<Config['transparency'], 'signer'> };

/** The configured key, or the one in the data folder, created on demand. @throws StartFailure */
export const openSigner = ({ transparency, dataDir, publicUrl }: KeySettings): NoteSigner => {
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
 * Signs receipts. A process that only serves requests creates no key: it uses the configured or stored one, or none.
 * Reads the file each time, because a rotation replaces it.
 */
export const receiptSigner = (settings: KeySettings & Pick<Config, 'role'>): (() => NoteSigner | undefined) => {
  const { transparency, dataDir, role } = settings;
  let known: { text: string; signer: NoteSigner } | undefined;
  return () => {
    if (transparency.signer) return transparency.signer;
    const text = readIfExists(signingKeyFile({ dataDir }));
    if (text === undefined) return known || role === 'api' ? known?.signer : openSigner(settings);
    if (known?.text !== text) known = { text, signer: openSigner(settings) };
    return known.signer;
  };
};
