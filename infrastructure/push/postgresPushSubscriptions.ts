import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { PushAddress, PushedDevice, PushSubscriptions } from '#application/ports/push.ts';
import { CHOOSABLE_PUSHES, MOST_PUSHED } from '#domain/notifications/pushes.ts';
import { seal, unseal } from '../crypto/aesGcm.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';
import type { Migration } from '../postgres/migrate.ts';

export const pushMigrations: Migration[] = [
  {
    name: '2026-11-24-push-subscriptions',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE push_subscriptions (
          id text COLLATE "C" PRIMARY KEY,
          session_id char(32) NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
          account_id text COLLATE "C" NOT NULL,
          -- Of ours that the browser was given: with another it takes no calls.
          vapid_key text COLLATE "C" NOT NULL,
          endpoint_hash text COLLATE "C" NOT NULL UNIQUE,
          sealed bytea NOT NULL,
          silent text[] NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now()
        )
      `);
      await db.raw('CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id)');
    },
  },
  {
    name: '2026-11-25-push-once-a-day',
    up: async (db) => {
      await db.raw("ALTER TABLE push_subscriptions ADD COLUMN daily text[] NOT NULL DEFAULT '{}'");
    },
  },
];

type Row = { id: string; account_id: string; session_id: string; sealed: Buffer; silent: string[]; daily: string[] };

const address = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');
const contextOf = (id: string): string => `push ${id}`;

const deviceOf = ({ id, silent, daily }: Row): PushedDevice => ({
  id,
  // an older release could also silence pushes that are mandatory now
  silent: CHOOSABLE_PUSHES.filter((kind) => silent.includes(kind)),
  daily: CHOOSABLE_PUSHES.filter((kind) => daily.includes(kind)),
});

type Options = {
  db: Knex;
  keys: Pick<SubjectKeys, 'obtain' | 'find'>;
  /** Our public key for subscriptions; undefined turns push off. */
  vapidKey: string | undefined;
  newId: () => string;
};

/** Endpoints are encrypted with the account's key; a row is deleted with its session. */
export const openPushSubscriptions = ({ db, keys, vapidKey = '', newId }: Options): PushSubscriptions => {
  /** Subscriptions with a live session and our current key. */
  const live = (on: Knex = db) =>
    on('push_subscriptions as p')
      .join('sessions as s', 's.session_id', 'p.session_id')
      .where('s.expires_at', '>', db.fn.now())
      .where('p.vapid_key', vapidKey);

  return {
    put: async ({ account, sessionId }, given: PushAddress, { silent, daily }) => {
      const endpointHash = hashOf(given.endpoint);
      const known: Row | undefined = await live()
        .where({ 'p.session_id': sessionId, 'p.endpoint_hash': endpointHash })
        .first('p.*');
      const id = known?.id ?? newId();
      const sealed = seal(Buffer.from(JSON.stringify(given)), await keys.obtain(`account-${account}`), contextOf(id));
      return db.transaction(async (transaction) => {
        for (const [lock, one] of [
          [ADVISORY_LOCKS.pushedDevices, endpointHash],
          [ADVISORY_LOCKS.pushedAccounts, account],
        ] as const)
          await transaction.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [lock, one]);
        const others = await live(transaction)
          .where('p.account_id', account)
          .whereNot('p.session_id', sessionId)
          .whereNot('p.endpoint_hash', endpointHash);
        if (others.length >= MOST_PUSHED) return 'full';
        await transaction('push_subscriptions')
          .where((either) => either.where({ endpoint_hash: endpointHash }).orWhere({ session_id: sessionId }))
          .delete();
        const { rows } = await transaction.raw<{ rows: object[] }>(
          `INSERT INTO push_subscriptions (id, session_id, account_id, vapid_key, endpoint_hash, sealed, silent, daily)
           SELECT ?, session_id, ?, ?, ?, ?, ?, ? FROM sessions
            WHERE session_id = ? AND account_id = ? AND expires_at > now() FOR KEY SHARE
           RETURNING id`,
          [id, account, vapidKey, endpointHash, sealed, [...silent], [...daily], sessionId, account],
        );
        return rows.length > 0 ? 'kept' : 'signedOut';
      });
    },
    ofSession: async (sessionId) => {
      const row: Row | undefined = await live().where('p.session_id', sessionId).first('p.*');
      return row && deviceOf(row);
    },
    countOf: async (account) => (await live().where('p.account_id', account).select('p.id')).length,
    endOf: async (sessionId) => {
      await db('push_subscriptions').where({ session_id: sessionId }).delete();
    },
    any: async () => (await live().first('p.id')) !== undefined,
    of: async (accounts) => {
      const rows: Row[] = await live().whereIn('p.account_id', accounts).orderBy('p.id').select('p.*');
      return rows.map((row) => ({ ...deviceOf(row), account: row.account_id }));
    },
    find: async (id) => {
      const row: Row | undefined = await live().where('p.id', id).first('p.*');
      if (!row) return undefined;
      const subject = `account-${row.account_id}`;
      const key = (await keys.find([subject])).get(subject);
      return key && address.parse(JSON.parse(unseal(row.sealed, key, contextOf(id)).toString()));
    },
    remove: async (id) => {
      await db('push_subscriptions').where({ id }).delete();
    },
  };
};
