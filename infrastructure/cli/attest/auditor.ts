import type { Knex } from 'knex';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openJournal } from '#application/streams/journal.ts';
import { ED25519, type NoteKey, readKeyText } from '#application/transparency/signedNote.ts';
import { createEventCodec } from '../../crypto/eventCodec.ts';
import { openSubjectKeys } from '../../crypto/subjectKeys.ts';
import { refuseAnothersStore } from '../../eventStores/claimedLog.ts';
import { readConnection } from '../../eventStores/eventStoreDb/connectionString.ts';
import { openPostgresEventStore } from '../../eventStores/postgresEventStore.ts';
import { withSettings } from '../../postgres/address.ts';
import { connect } from '../../postgres/connect.ts';
import { readIfExists } from '../../transparency/atomicFile.ts';
import { sha256 } from '../../transparency/hashing.ts';
import type { AttestOptions } from './attest.ts';

/** The public key of a log, given directly or as a file; undefined if it is neither. */
export const keyOfLog = (keyOrFile: string): NoteKey | undefined => {
  const key = readKeyText(keyOrFile, sha256) ?? readKeyText(readIfExists(keyOrFile)?.trim() ?? '', sha256);
  return key?.type === ED25519 ? key : undefined;
};

const openStore = async (db: Knex, { databaseUrl, eventStoreUrl }: Addresses): Promise<EventStore> => {
  if (eventStoreUrl === undefined) return openPostgresEventStore({ connectionString: databaseUrl });
  const { openEventStoreDb } = await import('../../eventStores/eventStoreDb.ts');
  const store = openEventStoreDb({ url: eventStoreUrl });
  const hosts = readConnection(eventStoreUrl)?.hosts ?? '';
  await refuseAnothersStore(store, { db, hosts }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return store;
};

type Addresses = { databaseUrl: string; eventStoreUrl: string | undefined };

/** For readers without secrets: migrates, creates and decrypts nothing. */
export const openForReading = async ({ databaseUrl: url, eventStoreUrl }: Addresses) => {
  const databaseUrl = withSettings(url, { statementTimeout: 0, idleTransactionTimeout: 0 });
  const db = connect(databaseUrl, { settings: 'SET default_transaction_read_only = on' });
  const store = await openStore(db, { databaseUrl, eventStoreUrl }).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  // a dummy key is enough: nightly attestations hold no personal data, and nothing else is decoded
  const keys = openSubjectKeys({ db, masterKey: Buffer.alloc(32) });
  const storage: AttestOptions['storage'] = { db, store, journal: openJournal(store, createEventCodec({ keys })) };
  return {
    storage,
    close: async (): Promise<void> => {
      await store.close();
      await db.destroy();
    },
  };
};
