import { expect, test } from 'vitest';
import { openPostgresSnapshots } from '#infrastructure/eventStores/postgresSnapshots.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();

test('replaces the previous snapshot of a stream and returns the last one', async () => {
  const snapshots = openPostgresSnapshots(database.knex);
  const snapshot = { stream: 'conversation-1', revision: 50, version: 'v', content: '{"a":"ä"}', checksum: 'c' };
  await snapshots.keep(snapshot);
  await snapshots.keep({ ...snapshot, stream: 'conversation-2' });
  await snapshots.keep({ ...snapshot, revision: 100 });
  expect(await snapshots.find('conversation-1')).toEqual({ ...snapshot, revision: 100 });
  expect(await snapshots.find('conversation-3')).toBeUndefined();
});
