import { beforeEach, describe, expect, test } from 'vitest';
import { type EmailRequest, MAIL } from '#application/notifications/emails/emailJob.ts';
import { NotReadByAll } from '#application/ports/eventCodec.ts';
import type { Request } from '#application/streams/command.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { ARRIVAL, GERMAN_NETWORK, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';

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

describe('a session opened while the others end', () => {
  test('is refused to a suspended account', async () => {
    market.beforeOpening(() => change({ type: 'SuspendAccount', reason: 'counterfeits' }, STAFF));
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toEqual({ ok: false, error: { code: 'accountSuspended' } });
    expect(market.liveSessions.size).toBe(0);
  });

  test('has the current roles', async () => {
    await change({ type: 'GrantRole', role: 'staff' });
    market.beforeOpening(() => change({ type: 'RevokeRole', role: 'staff' }));
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toMatchObject({
      ok: true,
      value: { user: { roles: ['member'] } },
    });
    expect(market.liveSessions.size).toBe(1);
  });

  test('is refused for a password that was just replaced', async () => {
    market.beforeOpening(async () => {
      await market.credentials.setPassword(ada, 'Another-horse2!');
      await market.sessions.endAll(ada);
    });
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toEqual({ ok: false, error: { code: 'invalidCredentials' } });
    expect(market.liveSessions.size).toBe(0);
    expect(await market.accounts.signIn({ ...ADA, password: 'Another-horse2!' }, ARRIVAL)).toMatchObject({ ok: true });
  });

  test('ends no other valid session', async () => {
    market.beforeOpening(async () => {
      await market.credentials.setPassword(ada, 'Another-horse2!');
      await market.sessions.endAll(ada);
      await market.accounts.signIn({ ...ADA, password: 'Another-horse2!' }, ARRIVAL);
    });
    expect((await market.accounts.signIn(ADA, ARRIVAL)).ok).toBe(false);
    expect(market.liveSessions.size).toBe(1);
  });
});

test('ends the sessions after a role is revoked, at the latest on the next check', async () => {
  await change({ type: 'GrantRole', role: 'staff' });
  await market.accounts.signIn(ADA, ARRIVAL);
  const { endAll } = market.sessions;
  market.sessions.endAll = async () => Promise.reject(new Error('the connection is gone'));
  await expect(change({ type: 'RevokeRole', role: 'staff' })).rejects.toThrow('the connection is gone');
  expect(market.liveSessions.size).toBe(1);
  market.sessions.endAll = endAll;
  expect((await change({ type: 'RevokeRole', role: 'staff' })).ok).toBe(true);
  expect(market.liveSessions.size).toBe(0);
});

describe('a sign-in from another browser', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  const from = (browser: string | undefined, userAgent = FIREFOX) =>
    market.accounts.signIn(ADA, { ...ARRIVAL, userAgent, browser });
  const told = () =>
    market.jobs
      .known(MAIL)
      .map(({ data }) => data as EmailRequest)
      .filter(({ template }) => template === 'newDevice');

  test('sends a warning that describes the device, except for the account’s first', async () => {
    await from('browser-number-one');
    expect(told()).toEqual([]);
    await from('browser-number-two');
    expect(told()).toEqual([
      { template: 'newDevice', accountId: ada, details: { device: 'Firefox on Windows', at: market.clock.now() } },
    ]);
  });

  test('names the country of its network if known; a new country alone is no new device', async () => {
    const by = (browser: string, network: string) =>
      market.accounts.signIn(ADA, { ...ARRIVAL, userAgent: FIREFOX, browser, network });
    await by('one', ARRIVAL.network);
    await by('one', GERMAN_NETWORK);
    expect(told()).toEqual([]);
    await by('two', GERMAN_NETWORK);
    expect(told().map(({ details }) => details)).toEqual([
      { device: 'Firefox on Windows', at: market.clock.now(), country: 'DE' },
    ]);
  });

  test('warns once per device', async () => {
    for (const browser of ['one', 'two', 'two', 'one']) await from(browser);
    expect(told()).toHaveLength(1);
  });

  test('is recognised by its user agent if the browser has no id', async () => {
    await from(undefined);
    await from(undefined);
    expect(told()).toEqual([]);
    await from(undefined, 'curl/8.14');
    expect(told()).toHaveLength(1);
  });
});

describe('the security log', () => {
  const WRONG = { ...ADA, password: 'Wrong-horse1!' };
  const NOBODY = { ...ADA, email: 'nobody@example.com' };
  const noted = async (stream = `security-${ada}`) => {
    await market.security.settled();
    return (await market.journal.load(stream)).events.map(({ type, data }) => ({ type, ...data }));
  };
  const streams = async () => {
    await market.security.settled();
    const all = await market.store.readAll({ limit: 1_000 });
    return [...new Set(all.map(({ stream }) => stream).filter((stream) => stream.startsWith('security-')))];
  };

  test('records each sign-in without plain addresses', async () => {
    await market.accounts.signIn(ADA, ARRIVAL);
    const [first] = await noted();
    const way = { way: 'credentials', secondFactor: false, times: 1 };
    expect(first).toMatchObject({ type: 'SignInSucceeded', accountId: ada, ...way });
    const written = JSON.stringify(await market.store.readAll({ limit: 1_000 }));
    expect(written).not.toContain(ARRIVAL.network);
  });

  test('records the reason of each refusal and counts reasons separately', async () => {
    await market.accounts.signIn(WRONG, ARRIVAL);
    await market.accounts.signIn(WRONG, ARRIVAL);
    await change({ type: 'SuspendAccount', reason: 'casts' }, STAFF);
    await market.accounts.signIn(ADA, ARRIVAL);
    const facts = (await noted()).map((event) =>
      'times' in event && 'why' in event ? [event.type, event.why, event.times] : event.type,
    );
    expect(facts).toEqual([
      ['SignInRefused', 'wrongCredentials', 1],
      ['SignInRefused', 'wrongCredentials', 2],
      ['SignInRefused', 'suspended', 1],
    ]);
  });

  test('records attempts at unknown addresses under their network, and a thousand as a few events', async () => {
    for (let guess = 1; guess <= 120; guess++)
      await market.accounts.signIn({ ...NOBODY, email: `nobody${guess}@example.com` }, ARRIVAL);
    const [stream, ...others] = await streams();
    expect(others).toEqual([]);
    const facts = await noted(stream);
    expect(facts.map((event) => 'times' in event && event.times)).toEqual([1, 2, 3, 10, 30, 100]);
    expect(facts[0]).toMatchObject({ accountId: null, why: 'unknownAddress' });
    expect(JSON.stringify(await market.store.readAll({ limit: 1_000 }))).not.toContain('nobody1@');
  });

  test('counts per day', async () => {
    for (let guess = 1; guess <= 5; guess++) await market.accounts.signIn(WRONG, ARRIVAL);
    await market.security.settled();
    market.clock.advance(24 * 3_600_000);
    await market.accounts.signIn(WRONG, ARRIVAL);
    expect((await noted()).map((event) => 'times' in event && event.times)).toEqual([1, 2, 3, 1]);
  });

  test('does not delay the answer to a wrong password', async () => {
    const { send } = market.repository.securityLog;
    let written = false;
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    market.repository.securityLog.send = async (...command) => {
      await held;
      written = true;
      return send(...command);
    };
    expect(await market.accounts.signIn(WRONG, ARRIVAL)).toMatchObject({ ok: false });
    expect(written).toBe(false);
    go();
    expect(await noted()).toHaveLength(1);
  });

  test('refuses a sign-in that it cannot record, and leaves no session', async () => {
    market.killBefore('security');
    await expect(market.accounts.signIn(ADA, ARRIVAL)).rejects.toThrow();
    expect(market.liveSessions.size).toBe(0);
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toMatchObject({ ok: true });
  });

  test('allows sign-ins while a process of an older release runs', async () => {
    market.repository.securityLog.send = () => Promise.reject(new NotReadByAll('SignInSucceeded', ''));
    expect(await market.accounts.signIn(ADA, ARRIVAL)).toMatchObject({ ok: true });
    expect(await noted()).toEqual([]);
  });
});
