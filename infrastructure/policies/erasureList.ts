import { text } from 'node:stream/consumers';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Log } from '#application/ports/log.ts';
import type { Repository } from '#application/streams/repository.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';
import { isDatabaseUnavailable } from '../postgres/failures.ts';
import type { Migration } from '../postgres/migrate.ts';

export const erasureListMigrations: Migration[] = [
  {
    name: '2026-11-listed-erasures',
    up: (db) =>
      db.schema.createTable('listed_erasures', (table) => {
        table.integer('number').primary();
        table.string('account_id', 32).notNullable().unique();
      }),
  },
];

type Options = { db: Knex; files: Pick<Files, 'put' | 'get'> };

const entry = z.object({ account: z.string() });

/** Not under a public prefix. */
const keyOf = (number: number): string => `erasures/${String(number).padStart(10, '0')}.json`;

const lastNumber = async (db: Knex): Promise<number> =>
  Number((await db('listed_erasures').max({ last: 'number' }).first())?.last ?? 0);

/**
 * Records an erased account in the file store, which database backups do not contain. The file comes first: if the
 * process dies after it, the erasure is retried. Numbers have no gaps, so a restored database finds what it lacks.
 */
export const listErasure = async (account: AccountId, { db, files }: Options): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.listedErasures]);
    if (await trx('listed_erasures').where({ account_id: account }).first()) return;
    const number = (await lastNumber(trx)) + 1;
    await files.put(keyOf(number), Buffer.from(JSON.stringify({ account })), 'application/json');
    await trx('listed_erasures').insert({ number, account_id: account });
  });

/** Listed erasures that this database lacks because it was restored from an older backup. */
const missingHere = async ({ db, files }: Options): Promise<{ number: number; account: AccountId }[]> => {
  const missing: { number: number; account: AccountId }[] = [];
  for (let number = (await lastNumber(db)) + 1; ; number++) {
    const file = await files.get(keyOf(number));
    if (!file) return missing;
    missing.push({ number, account: entry.parse(JSON.parse(await text(file.content))).account });
  }
};

/** Lists erasures by releases that kept no list. */
const listEarlier = async (options: Options): Promise<void> => {
  const rows: { subject: string }[] = await options
    .db('subject_keys')
    .whereNull('wrapped_key')
    .where('subject', 'like', 'account-%')
    .whereRaw('substr(subject, 9) NOT IN (SELECT account_id FROM listed_erasures)')
    .select('subject');
  for (const { subject } of rows) await listErasure(subject.slice('account-'.length), options);
};

type Replaying = Options & {
  keys: Pick<SubjectKeys, 'erase'>;
  repository: Pick<Repository, 'accounts'>;
  log: Log;
};

const eraseAgain = async ({ keys, repository, log, ...options }: Replaying): Promise<number> => {
  const missing = await missingHere(options);
  for (const { number, account } of missing) {
    await keys.erase(`account-${account}`);
    const id = `listed-erasure.${account}`;
    const context = { commandId: id, correlationId: id, causationId: id, actor: SYSTEM };
    // its sales had ended when it was erased, whatever this restored database says
    const erased = await repository.accounts.send(account, { type: 'EraseAccount', openSales: 0 }, context);
    if (!erased.ok)
      log.warn({ account, refusal: erased.error.code }, 'a listed erasure wrote nothing; its key is gone');
    await options.db('listed_erasures').insert({ number, account_id: account }).onConflict().ignore();
  }
  if (missing.length > 0) log.warn({ erased: missing.length }, 'accounts were erased again after a restore');
  await listEarlier(options);
  return missing.length;
};

/**
 * Runs before anything else: repeats erasures that happened after the backup, keys first. Returns how many.
 * Unreadable files raise an alarm but do not block the start.
 */
export const replayErasures = async (replaying: Replaying): Promise<number> => {
  try {
    return await eraseAgain(replaying);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    replaying.log.error({ error: String(error) }, 'erasures after the backup could not be read');
    return 0;
  }
};
