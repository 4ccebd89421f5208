import { createHash, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Devices } from '#application/accounts/storage.ts';

const hashOf = (account: string, device: string): string =>
  createHash('sha256').update(`${account} ${device}`).digest('hex');

export const openPostgresDevices = (db: Knex): Devices => ({
  look: async (account, device) => {
    const { rows } = await db.raw<{ rows: { known: boolean | null }[] }>(
      'SELECT bool_or(device_hash = :hash) AS known FROM known_devices WHERE account_id = :account',
      { account, hash: hashOf(account, device) },
    );
    const known = rows[0]?.known ?? null;
    if (known === null) return 'first';
    return known ? 'known' : 'new';
  },
  forget: async (account) => {
    await db.transaction(async (transaction) => {
      await transaction('known_devices').where({ account_id: account }).delete();
      // a placeholder: without any row, the next browser would count as the account's first
      await transaction('known_devices').insert({ account_id: account, device_hash: hashOf(account, randomUUID()) });
    });
  },
  remember: async (account, device) => {
    await db('known_devices')
      .insert({ account_id: account, device_hash: hashOf(account, device) })
      .onConflict(['account_id', 'device_hash'])
      .merge({ seen_at: db.fn.now() });
  },
});
