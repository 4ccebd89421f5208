import { afterAll, expect, test } from 'vitest';
import { openLog } from '#infrastructure/observability/log.ts';
import { startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';

let market: TestMarketplace | undefined;
afterAll(() => market?.close());

test('whatever is logged, no password, token, address or bank account is in it', async () => {
  const lines: string[] = [];
  market = await startMarketplace({}, { write: (line) => void lines.push(line) });
  const alice = await market.seller('discreet');
  await market.client().post('auth/login', { email: alice.email, password: 'Wrong-password1!' });
  await market.client().post('auth/forgot-password', { email: alice.email });
  const reset = await market.tokenFrom(alice.email, 'reset-password');
  await market.client().get('auth/reset-password/validate', { token: reset });
  const newAddress = 'discreet@new.example';
  await alice.post('user/email-change', { email: newAddress });
  const link = await market.tokenFrom(newAddress, 'email-change');
  await market.client().get('auth/email-change', { token: link });
  await market.client().post('auth/email-change/confirm', { token: link });
  await market
    .client()
    .call('POST', 'auth/login', { headers: { 'content-type': 'application/json' }, json: undefined });

  const all = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  const links = [reset, link];
  for (const secret of [
    alice.token!,
    alice.password,
    'Wrong-password1!',
    alice.email,
    newAddress,
    ...links,
    'NL91ABNA0417164300',
  ])
    expect(all).not.toContain(secret);
});

test('a secret that gets into the details of a line by mistake is hidden', () => {
  const lines: string[] = [];
  const log = openLog({ level: 'info', short: false, destination: { write: (line) => void lines.push(line) } });
  log.info(
    {
      request: { headers: { authorization: 'Bearer abc', cookie: 'sid=1' } },
      body: { password: 'p4ss', iban: 'NL91' },
    },
    'x',
  );
  expect(lines[0]).not.toMatch(/abc|sid=1|p4ss|NL91/);
  expect(lines[0]).toContain('[hidden]');
  log.info({ name: 'a\n{"level":50,"msg":"made up"}' }, 'a line\nwith another');
  expect(lines.map((line) => line.trimEnd().split('\n').length)).toEqual([1, 1]);
  expect(JSON.parse(lines[1]!)).toMatchObject({ level: 30, msg: 'a line\nwith another' });
});
