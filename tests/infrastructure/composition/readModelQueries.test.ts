import { expect, test } from 'vitest';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { isPoison } from '#application/ports/quarantine.ts';
import { readModelQueries } from '#infrastructure/composition/readModelQueries.ts';
import { failures } from '#infrastructure/postgres/failures.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();

const event = { id: 'one', position: '00000000000000000001', stream: 'listing-one' } as Recorded;

test.each<[string, (asking: ReturnType<typeof readModelQueries>) => Promise<unknown>]>([
  ['who watches a listing', ({ watchers }) => watchers.of('one', event.position)],
  ['whose searches find it', ({ savedSearches }) => savedSearches.answeredBy({ ...event } as never)],
  ['whether a search still finds it', ({ savedSearches }) => savedSearches.stillFinding({ ...event } as never)],
  ['who gets an in-app notification', ({ bell }) => bell.rungBy(event as never)],
])('a policy that asks %s waits for its read models, and nothing is quarantined', async (_, ask) => {
  const failure = await ask(readModelQueries(database.knex, async () => false)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringMatching(/not known yet$/) });
  expect(isPoison(failure, failures)).toBe(false);
});
