import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { codeAt } from '#infrastructure/accounts/totp.ts';
import { errorHandler } from '#infrastructure/http/errors.ts';
import { requestLog } from '#infrastructure/http/requestLog.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually, startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';

let market: TestMarketplace | undefined;
afterAll(() => market?.close());

test('contains no password, token, address or bank account in any line', async () => {
  const lines: string[] = [];
  market = await startMarketplace({}, { write: (line) => void lines.push(line) });
  const alice = await market.sellerByCalls('discreet');
  await market.client().post('auth/login', { email: alice.email, password: 'Wrong-password1!' });
  await market.client().post('auth/forgot-password', { email: alice.email });
  const reset = await market.tokenFrom(alice.email, 'reset-password');
  await market.client().get('auth/reset-password/validate', { token: reset });
  const newAddress = 'discreet@new.example';
  await alice.post('user/email-change', { email: newAddress });
  const link = await market.tokenFrom(newAddress, 'email-change');
  await market.client().get('auth/email-change', { token: link });
  await market.client().post('auth/email-change/confirm', { token: link });
  const { secret } = (await alice.post('user/second-factor')).body;
  await alice.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
  const disowning = await market.tokenFrom(alice.email, 'new-factor');
  await market.client().get('auth/second-factor', { token: disowning });
  await market.client().post('auth/second-factor/disown', { token: disowning });
  await market
    .client()
    .call('POST', 'auth/login', { headers: { 'content-type': 'application/json' }, json: undefined });

  const all = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  const links = [reset, link, disowning, secret];
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

test('hides a secret that slips into a log line', () => {
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

test('logs a text literally, without format directives', () => {
  const lines: string[] = [];
  const log = openLog({ level: 'info', short: false, destination: { write: (line) => void lines.push(line) } });
  log.warn({ error: '%s %j %o %d', '%s': '%%' }, 'it failed: %s %o %j %%');
  expect(JSON.parse(lines[0]!)).toMatchObject({ error: '%s %j %o %d', '%s': '%%', msg: 'it failed: %s %o %j %%' });
});

test('logs an unknown path without a possible token or address', async () => {
  const lines: string[] = [];
  const log = openLog({ level: 'debug', short: false, destination: { write: (line) => void lines.push(line) } });
  const server = express()
    .use(requestLog(log, openMetrics(), newId))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const path = `/nosuch/ada@secret.example/ada%40secret.example/${'t'.repeat(24)}/end`;
  await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  server.closeAllConnections();
  server.close();
  await eventually(async () => lines.length > 0);
  expect(JSON.parse(lines[0]!).route).toBe('/nosuch/…/…/…/end');
});

test.each([
  ['of the program', new TypeError('name of undefined')],
  [
    'of TLS behind the server',
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  ],
])('logs an unexpected error %s with the correlation id of the answer', async (_, error) => {
  const lines: string[] = [];
  const log = openLog({ level: 'info', short: false, destination: { write: (line) => void lines.push(line) } });
  const app = express()
    .use(requestLog(log, openMetrics(), newId))
    .get('/', () => Promise.reject(error))
    .use(errorHandler({ rejections: {}, supportEmail: '' }, log));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { correlationId, ...told } = (await answer.json()) as { correlationId: string };
  server.closeAllConnections();
  server.close();
  expect([answer.status, told]).toEqual([500, { message: 'Something went wrong', code: 'unexpected' }]);
  const alarm = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
  expect(alarm).toEqual([
    expect.objectContaining({ correlationId, method: 'GET', error: expect.stringContaining(error.message) }),
  ]);
});
