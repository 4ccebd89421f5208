import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { eventually, startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-restarted-'));
// Under root, the server account must reach the folder, or the database would outlive it.
chmodSync(dataDir, 0o755);
let server: EmbeddedPostgres;
let market: TestMarketplace;
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir });
  market = await startMarketplace({ databaseUrl: server.url });
});
afterAll(async () => {
  await market?.close();
  await server?.stop({ evenIfUsed: true });
  rmSync(dataDir, { recursive: true, force: true });
});

test('answers 503 during a database restart, loses no accepted command and then continues', async () => {
  const password = 'Correct-horse1!';
  const accepted: string[] = [];
  const statuses = new Map<number, number>();
  let loading = true;
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

  const caller = async (name: string) => {
    for (let round = 0; loading; round++) {
      const email = `${name}-${round}@example.com`;
      const registration = { username: `${name}-${round}`, email, password, country: 'France' };
      const agreed = { ...registration, platformAgreements: { termsAccepted: true } };
      const { status } = await market.client().post('auth/register', agreed);
      note(status);
      if (status === 201) accepted.push(email);
      note((await market.client().get('listings')).status);
    }
  };
  const callers = ['first', 'second', 'third', 'fourth'].map(caller);
  await eventually(async () => accepted.length > 10);
  await server.restart();
  const before = accepted.length;
  await eventually(async () => accepted.length > before + 10);
  loading = false;
  await Promise.all(callers);

  expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  await eventually(async () => (await market.client().get('/ready')).status === 200);
  // the account exists, but is unverified
  for (const email of accepted)
    expect((await market.client().post('auth/login', { email, password })).status, email).toBe(403);
  await market.seller('afterwards');
});
