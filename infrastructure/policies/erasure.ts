import type { Knex } from 'knex';
import type { Credentials, Erasure } from '#application/accounts/storage.ts';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { messageImageKey } from '#application/files/pictureNames.ts';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Journal } from '#application/streams/journal.ts';
import { deletionsDue } from '#projections/accounts/queries.ts';
import { conversationKeysOf } from '#projections/conversations/queries.ts';
import { idsOfSeller, listingsOfSeller } from '#projections/listings/queries.ts';
import { openTransactionsOf, unpaidTransactionsOf } from '#projections/transactions/queries.ts';
import { listErasure } from './erasureList.ts';

type ErasureOptions = {
  db: Knex;
  keys: Pick<SubjectKeys, 'erase'>;
  credentials: Pick<Credentials, 'erase'>;
  journal: Pick<Journal, 'load'>;
  files: Pick<Files, 'remove' | 'put' | 'get'>;
};

export const openErasure = ({ db, keys, credentials, journal, files }: ErasureOptions): Erasure => ({
  due: (now, limit, beyond) => deletionsDue(db, now, limit, beyond),
  openSalesOf: (account, now) => openTransactionsOf(db, account, now),
  activeListingsOf: async (account) =>
    (await listingsOfSeller(db, account)).filter(({ status }) => status === 'active').map(({ _id }) => _id),
  unpaidSalesOf: (account) => unpaidTransactionsOf(db, account),
  listingsOf: (account) => idsOfSeller(db, account),
  forgetSignIn: async (account) => {
    await credentials.erase(account);
    await db('push_subscriptions').where({ account_id: account }).delete();
    await db('sessions').where({ account_id: account }).delete();
    for (const table of [
      'totp_secrets',
      'recovery_codes',
      'passkeys',
      'passkey_challenges',
      'wrong_passwords',
      'conversation_openings',
      'case_reads',
      'saved_views',
    ])
      await db(table).where({ account_id: account }).delete();
    await db('known_devices').where({ account_id: account }).delete();
    await db('account_activity').where({ account_id: account }).delete();
  },
  // Reads the events: the read model has already cleared them.
  forgetMessageImages: async (account) => {
    for (const conversation of await conversationKeysOf(db, account)) {
      const { events } = await journal.load(conversationStream(conversation));
      for (const { type, data } of events)
        if (type === 'MessageSent' && data.senderId === account && data.image)
          await files.remove(messageImageKey(data.image));
    }
  },
  // list it outside the database first, or a restore could bring the account back
  eraseKey: async (account) => {
    await listErasure(account, { db, files });
    await keys.erase(`account-${account}`);
  },
});
