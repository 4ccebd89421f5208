import { expect, test } from 'vitest';
import type { Position } from '#application/ports/eventStore.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { entriesInPostgres, type SealedLeaf } from '#infrastructure/transparency/entries.ts';
import { ReaderEnded, readAhead } from '#infrastructure/transparency/verify/readAhead.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { appendEvents } from './testLog.ts';

const database = useDatabase();

test('the child process returns the same leaves, whatever the stream names, and ends when closed', async () => {
  const store = openPostgresEventStore({ connectionString: database.url });
  for (const stream of ['sale-1', 'conversation-É✓', `sale-${'x'.repeat(200)}`, 'sale-2'])
    await appendEvents(store, stream, ...Array.from({ length: 9 }, (_, at) => ({ at, said: 'É' })));
  await store.close();
  const wanted: SealedLeaf[] = [];
  await entriesInPostgres(database.knex).leaves(undefined, 100, ({ position: _, ...event }) => wanted.push(event));
  expect(wanted).toHaveLength(36);

  const reading = readAhead(database.knex);
  try {
    for (const limit of [7, 12, 100]) {
      const found: SealedLeaf[] = [];
      let last: Position | undefined;
      do last = await reading.leaves(last, limit, (event) => found.push(event));
      while (last !== undefined);
      expect(found).toEqual(wanted);
    }
  } finally {
    await reading.close();
  }
  await expect(reading.leaves(undefined, 7, () => undefined)).rejects.toThrow(ReaderEnded);
});

test('a child process that dies is reported instead of ending the log', async () => {
  const reading = readAhead(database.knex, { file: 'none', execArgv: ['--eval', 'process.exit(3)'] });
  await expect(reading.leaves(undefined, 7, () => undefined)).rejects.toThrow(
    'the process that reads the events ended (code 3)',
  );
  await reading.close();
});
