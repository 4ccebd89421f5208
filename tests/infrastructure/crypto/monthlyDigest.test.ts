import { expect, test } from 'vitest';
import { openMonthlyDigest } from '#infrastructure/crypto/monthlyDigest.ts';
import { memoryKeys } from '#tests/application/policies/memoryPorts.ts';

const NETWORK = 'network 192.0.2.1';

test('is stable within a month and differs between months and marketplaces', async () => {
  const digest = openMonthlyDigest(memoryKeys());
  const november = await digest('202611', NETWORK);
  expect(november).toMatch(/^[0-9a-f]{32}$/);
  expect(await digest('202611', NETWORK)).toBe(november);
  expect(await digest('202611', 'network 192.0.2.2')).not.toBe(november);
  expect(await digest('202612', NETWORK)).not.toBe(november);
  expect(await openMonthlyDigest(memoryKeys())('202611', NETWORK)).not.toBe(november);
});
