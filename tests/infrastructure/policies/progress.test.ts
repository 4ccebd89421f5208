import { expect, test } from 'vitest';
import { openCheckpoints } from '#infrastructure/policies/progress.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const place = (n: number) => String(n).padStart(20, '0');

test('the next process finds a saved position', async () => {
  const checkpoints = openCheckpoints(database.knex);
  expect(await checkpoints.load('kept')).toBeUndefined();
  await checkpoints.save('kept', place(1));
  await checkpoints.save('kept', place(7));
  expect(await openCheckpoints(database.knex).load('kept')).toBe(place(7));
  expect((await checkpoints.all()).get('kept')).toBe(place(7));
});

test('a process without the lease cannot move a position back', async () => {
  const checkpoints = openCheckpoints(database.knex);
  await checkpoints.save('ahead', place(9));
  await checkpoints.save('ahead', place(4));
  expect(await checkpoints.load('ahead')).toBe(place(9));
});
