import { expect, test } from 'vitest';
import type { SealedLeaf } from '#infrastructure/transparency/entries.ts';
import { verifyLog } from '#infrastructure/transparency/verify/verifyLog.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const EVENTS = 250_000;

test('reports progress every hundred thousand events and the total at the end', async () => {
  const leaf = Buffer.alloc(32, 7);
  let given = 0;
  const leaves = async (_: unknown, limit: number, take: (event: SealedLeaf) => void) => {
    const until = Math.min(given + limit, EVENTS);
    for (; given < until; given++) take({ stream: 'sale-1', revision: given, leaf });
    return given < EVENTS ? String(given) : undefined;
  };
  const told: number[] = [];
  const references = { sealed: [], last: undefined, forged: [], gone: [], witnesses: [], newestKey: 0 };
  const { facts: events, findings } = await verifyLog({
    db: database.knex,
    leaves,
    references: { ...references, read: async () => undefined } as never,
    progress: (events) => void told.push(events),
  });
  expect({ facts: events, findings, told }).toEqual({ facts: EVENTS, findings: [], told: [100_000, 200_000] });
});
