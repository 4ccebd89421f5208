import { expect, test } from 'vitest';
import { useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace({ rateLimits: true });

const signIn = (email: string, password: string) => market().client().post('auth/login', { email, password });

test('sign-in is limited for one address, told when to come back, and a success forgives [D1-362]', async () => {
  const alice = await market().member('limited');
  for (let attempt = 0; attempt < 9; attempt++) expect((await signIn(alice.email, 'wrong')).status).toBe(401);
  expect((await signIn(alice.email, alice.password)).status).toBe(200);

  for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(alice.email, 'wrong')).status).toBe(401);
  const refused = await signIn(alice.email, alice.password);
  expect(refused.status).toBe(429);
  expect(refused.body.code).toBe('tooManyRequests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const bob = await market().member('unlimited');
  expect((await signIn(bob.email, bob.password)).status).toBe(200);
});

test('mails to one address are limited', async () => {
  const ask = () => market().client().post('auth/forgot-password', { email: 'limited@example.com' });
  for (let attempt = 0; attempt < 5; attempt++) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});

test('counters hold no address of anybody', async () => {
  const rows: { key: string }[] = await market().marketplace.db('rate_limits').select('key');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).not.toMatch(/@|127\.0\.0\.1/);
});
