import type { Knex } from 'knex';
import type { Credentials } from '#application/ports/credentials.ts';
import type { Erasure } from '#application/ports/erasure.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { deletionsDue } from '#projections/accounts.ts';
import { listingsOfSeller } from '#projections/listings.ts';
import { openSalesOf } from '#projections/transactions.ts';

export type ErasureOptions = {
  db: Knex;
  keys: Pick<SubjectKeys, 'erase'>;
  credentials: Pick<Credentials, 'erase'>;
};

export const openErasure = ({ db, keys, credentials }: ErasureOptions): Erasure => ({
  due: (now, limit) => deletionsDue(db, now, limit),
  openSalesOf: (account) => openSalesOf(db, account),
  activeListingsOf: async (account) =>
    (await listingsOfSeller(db, account)).filter(({ status }) => status === 'active').map(({ _id }) => _id),
  forgetSignIn: async (account) => {
    await credentials.erase(account);
    await db('sessions').where({ account_id: account }).delete();
  },
  eraseKey: (account) => keys.erase(`account-${account}`),
});
