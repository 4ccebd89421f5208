import { beforeEach, describe, expect, test } from 'vitest';
import { CLAIM_PATIENCE } from '#application/accounts/nameClaims.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { ARRIVAL, Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';

let market: MemoryMarket;
beforeEach(() => {
  market = memoryMarket();
});

const ADA = { username: 'ada', email: 'ada@example.com', password: 'Correct-horse1!', country: 'Netherlands' };
const register = (change: Partial<typeof ADA> = {}, commandId?: string) =>
  market.accounts.register({ ...ADA, ...change }, market.context(SYSTEM, commandId));
const emails = () => market.jobs.known('mail');

describe('registration', () => {
  test('claims both names, creates the account and sets the password [L-014]', async () => {
    const registered = await register();
    if (!registered.ok) throw new Error(registered.error.code);
    const { accountId } = registered.value;
    expect(await market.streams('email')).toHaveLength(1);
    expect(await market.streams('username')).toHaveLength(1);
    expect(await market.typesOf(`account-${accountId}`)).toEqual(['AccountRegistered']);
    expect(market.credentials.passwords.get(accountId)).toBe(ADA.password);
  });

  test('stores only hashes in the names of the claims [L-014]', async () => {
    await register();
    const [stored] = await market.store.readStream((await market.streams('email'))[0]!);
    expect(stored?.data).toEqual({ at: expect.any(Number), accountId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test.each(['email', 'username', 'account'])(
    'is completed by the next attempt after a crash before the %s',
    async (category) => {
      market.killBefore(category);
      await expect(register()).rejects.toThrow(Killed);
      expect(await register()).toMatchObject({ ok: true });
      expect(await market.streams('account')).toHaveLength(1);
      expect((await market.accounts.signIn(ADA, ARRIVAL)).ok).toBe(false);
      expect(await market.accounts.signIn(ADA, ARRIVAL)).toMatchObject({ error: { code: 'emailNotVerified' } });
    },
  );

  test('is completed by the same command after a crash before the password', async () => {
    const first = await register({}, 'command-1');
    market.credentials.passwords.clear();
    const again = await register({}, 'command-1');
    expect(again).toEqual(first);
    expect(market.credentials.passwords.size).toBe(1);
  });

  test('keeps a later password when the same command is repeated', async () => {
    const first = await register({}, 'command-1');
    if (!first.ok) throw new Error(first.error.code);
    market.credentials.passwords.set(first.value.accountId, 'Another-horse2!');
    expect(await register({}, 'command-1')).toEqual(first);
    expect([...market.credentials.passwords.values()]).toEqual(['Another-horse2!']);
  });

  test('admits exactly one of many concurrent attempts with the same names, and keeps its password', async () => {
    const passwords = Array.from({ length: 8 }, (_, n) => `Correct-horse${n}!`);
    const outcomes = await Promise.all(passwords.map((password) => register({ password })));
    const winners = passwords.filter((_, n) => outcomes[n]?.ok);
    expect(winners).toHaveLength(1);
    expect([...market.credentials.passwords.values()]).toEqual(winners);
    expect(await market.streams('account')).toHaveLength(1);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error.code).toMatch(/emailTaken|usernameTaken/);
  });

  test('treats names that differ in case or spaces as equal [L-014] [D2-242]', async () => {
    await register();
    expect(await register({ username: 'other', email: ' ADA@example.com' })).toMatchObject({
      error: { code: 'emailTaken' },
    });
    expect(await register({ username: 'ADA', email: 'b@example.com' })).toMatchObject({
      error: { code: 'usernameTaken' },
    });
  });

  test('frees an unused username claim after ten minutes', async () => {
    market.killBefore('account');
    await expect(register()).rejects.toThrow(Killed);
    const other = () => register({ email: 'other@example.com' });
    expect(await other()).toMatchObject({ error: { code: 'usernameTaken' } });
    market.clock.advance(CLAIM_PATIENCE + 1);
    expect(await other()).toMatchObject({ ok: true });
    expect(await register()).toMatchObject({ error: { code: 'usernameTaken' } });
  });

  test('frees the names of an erased account', async () => {
    const registered = await register();
    if (!registered.ok) throw new Error(registered.error.code);
    const { accountId } = registered.value;
    await market.accounts.send(accountId, { type: 'EraseAccount', openSales: 0 }, market.context(SYSTEM));
    const successor = await register();
    expect(successor).toMatchObject({ ok: true });
    expect(successor.ok && successor.value.accountId).not.toBe(accountId);
  });
});

test('does not sign in through a link after another link has verified the address', async () => {
  const registered = await register();
  if (!registered.ok) throw new Error(registered.error.code);
  const { accountId } = registered.value;
  const follow = async () => {
    const registrant = await market.accounts.rememberRegistrant(accountId);
    const token = await market.credentials.issueToken(accountId, 'verifyEmail', market.clock.now() + 1_000);
    const verified = await market.accounts.verifyEmail({ token, registrant }, ARRIVAL, market.context(SYSTEM));
    return verified.ok ? typeof verified.value.session : verified.error.code;
  };
  expect(await follow()).toBe('object');
  expect(await follow()).toBe('undefined');
});

describe('a request for an e-mail', () => {
  test.each(['forgotPassword', 'resendVerification'] as const)(
    'does the same work for a known and an unknown address: %s',
    async (ask) => {
      const registered = await register();
      if (!registered.ok) throw new Error(registered.error.code);
      const asked: object[] = [];
      for (const email of [ADA.email, 'nobody@example.com']) {
        const before = emails().length;
        await market.accounts[ask](email, market.context(SYSTEM));
        asked.push(emails().slice(before));
      }
      const { accountId } = registered.value;
      const template = ask === 'forgotPassword' ? 'resetPassword' : 'verifyEmail';
      expect(asked).toMatchObject([[{ data: { template, accountId } }], [{ data: { template } }]]);
      const toNobody = emails().at(-1)!.data.accountId as string;
      expect((await market.accounts.load(toNobody)).state.status).toBe('none');
    },
  );
});

test('rejects a common password before it claims anything', async () => {
  for (const password of ['P@ssw0rd2026!', 'Ada-1234!'])
    expect(await register({ password })).toMatchObject({ ok: false, error: { code: 'passwordTooCommon' } });
  expect(await market.streams('email')).toEqual([]);
});

describe('a confusable name', () => {
  const named = (username: string) => register({ username, email: `n${username.length}${newEmail++}@example.com` });
  let newEmail = 0;

  test.each([
    ['Iron Gate', 'lron Gate'],
    ['Iron Gate', 'IR0N GATE'],
    ['elena', 'еlеna'],
    ['Mona', 'rnona'],
  ])('rejects %s if %s is taken, and vice versa', async (one, other) => {
    expect((await named(one)).ok).toBe(true);
    expect(await named(other)).toMatchObject({ ok: false, error: { code: 'usernameTaken' } });
    market = memoryMarket();
    expect((await named(other)).ok).toBe(true);
    expect(await named(one)).toMatchObject({ ok: false, error: { code: 'usernameTaken' } });
  });

  test('is free again some time after a crashed registration claimed it', async () => {
    market.killBefore('account');
    await expect(named('lron Gate')).rejects.toThrow(Killed);
    expect((await named('Iron Gate')).ok).toBe(false);
    market.clock.advance(CLAIM_PATIENCE + 1);
    expect((await named('Iron Gate')).ok).toBe(true);
  });
});
