import type { Knex } from 'knex';
import { connect } from '../../postgres/connect.ts';
import { copyEntries } from '../entries.ts';
import { packLeaves } from './leafPages.ts';
import type { PageRequest } from './readAhead.ts';

/** Child process that reads and hashes leaves while its parent compares them. It ends with its parent. */

// Ctrl+C signals the whole group; the parent decides when to end
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

let db: Knex | undefined;

process.on('message', async (asked: PageRequest) => {
  if ('database' in asked) {
    db = connect(asked.database, { size: 1, settings: 'SET default_transaction_read_only = on' });
    return;
  }
  const packing = packLeaves(asked.limit);
  if (db) await copyEntries(db, asked, packing.add);
  process.send?.(packing.page());
});
