import { beforeEach, describe, expect, test } from 'vitest';
import type { Request } from '#application/command.ts';
import { type EmailRequest, MAIL } from '#application/emails/emailJob.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { ARRIVAL, type MemoryMarket, memoryMarket } from './memoryMarket.ts';

const ADA = { username: 'ada', email: 'ada@example.com', password: 'Correct-horse1!', country: 'Netherlands' };
const STAFF = { id: newId(), role: 'staff' } as const;

let market: MemoryMarket;
let ada: string;
const change = (request: Request<AccountCommand>, by: typeof SYSTEM | typeof STAFF = SYSTEM) =>
  market.accounts.sendAndSignOut(ada, request, market.context(by));

beforeEach(async () => {
  market = memoryMarket();
  const registered = await market.accounts.register(ADA, market.context(SYSTEM));
  if (!registered.ok) throw new Error(registered.error.code);
  ada = registered.value.accountId;
  await change({ type: 'VerifyEmail' });
});

describe('a session that opens at the moment in which the others end', () => {
  test('is none of a suspended account', async () => {
    market.beforeOpening(() => change({ type: 'SuspendAccount', reason: 'counterfeits' }, STAFF));
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toEqual({ ok: false, error: { code: 'accountSuspended' } });
    expect(market.liveSessions.size).toBe(0);
  });

  test('has the roles of now', async () => {
    await change({ type: 'GrantRole', role: 'staff' });
    market.beforeOpening(() => change({ type: 'RevokeRole', role: 'staff' }));
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toMatchObject({
      ok: true,
      value: { user: { roles: ['member'] } },
    });
    expect(market.liveSessions.size).toBe(1);
  });

  test('is none of a password that has just been replaced', async () => {
    market.beforeOpening(async () => {
      await market.credentials.setPassword(ada, 'Another-horse2!');
      await market.sessions.endAll(ada);
    });
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toEqual({ ok: false, error: { code: 'invalidCredentials' } });
    expect(market.liveSessions.size).toBe(0);
    expect(await market.accounts.signIn({ ...ADA, password: 'Another-horse2!' }, ARRIVAL)).toMatchObject({ ok: true });
  });

  test('ends no other one that opened rightly', async () => {
    market.beforeOpening(async () => {
      await market.credentials.setPassword(ada, 'Another-horse2!');
      await market.sessions.endAll(ada);
      await market.accounts.signIn({ ...ADA, password: 'Another-horse2!' }, ARRIVAL);
    });
    expect((await market.accounts.signIn(ADA, ARRIVAL)).ok).toBe(false);
    expect(market.liveSessions.size).toBe(1);
  });
});

describe('a sign-in from another browser', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  const from = (browser: string | undefined, userAgent = FIREFOX) =>
    market.accounts.signIn(ADA, { userAgent, browser });
  const told = () =>
    market.jobs
      .known(MAIL)
      .map(({ data }) => data as EmailRequest)
      .filter(({ template }) => template === 'newDevice');

  test('is told by email, in words for the device; the first of an account is not', async () => {
    await from('browser-number-one');
    expect(told()).toEqual([]);
    await from('browser-number-two');
    expect(told()).toEqual([
      { template: 'newDevice', accountId: ada, details: { device: 'Firefox on Windows', at: market.clock.now() } },
    ]);
  });

  test('is told once: from then on it is known', async () => {
    for (const browser of ['one', 'two', 'two', 'one']) await from(browser);
    expect(told()).toHaveLength(1);
  });

  test('that does not say which it is, is known by its words', async () => {
    await from(undefined);
    await from(undefined);
    expect(told()).toEqual([]);
    await from(undefined, 'curl/8.14');
    expect(told()).toHaveLength(1);
  });
});
