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

describe('registering', () => {
  test('claims both names, opens the account and sets the password [L-014]', async () => {
    const registered = await register();
    if (!registered.ok) throw new Error(registered.error.code);
    const { accountId } = registered.value;
    expect(await market.streams('email')).toHaveLength(1);
    expect(await market.streams('username')).toHaveLength(1);
    expect(await market.typesOf(`account-${accountId}`)).toEqual(['AccountRegistered']);
    expect(market.credentials.passwords.get(accountId)).toBe(ADA.password);
  });

  test('the names of the claims tell nothing about anybody but their hash [L-014]', async () => {
    await register();
    const [stored] = await market.store.readStream((await market.streams('email'))[0]!);
    expect(JSON.stringify(stored?.data)).not.toContain('ada');
  });

  test.each(['email', 'username', 'account'])(
    'a process that dies before it writes the %s is healed by the next attempt',
    async (category) => {
      market.killBefore(category);
      await expect(register()).rejects.toThrow(Killed);
      expect(await register()).toMatchObject({ ok: true });
      expect(await market.streams('account')).toHaveLength(1);
      expect((await market.accounts.signIn(ADA, ARRIVAL)).ok).toBe(false);
      expect(await market.accounts.signIn(ADA, ARRIVAL)).toMatchObject({ error: { code: 'emailNotVerified' } });
    },
  );

  test('the same command again after dying before the password finishes its work', async () => {
    const first = await register({}, 'command-1');
    market.credentials.passwords.clear();
    const again = await register({}, 'command-1');
    expect(again).toEqual(first);
    expect(market.credentials.passwords.size).toBe(1);
  });

  test('the same command once more after the password was changed leaves the new one in its place', async () => {
    const first = await register({}, 'command-1');
    if (!first.ok) throw new Error(first.error.code);
    market.credentials.passwords.set(first.value.accountId, 'Another-horse2!');
    expect(await register({}, 'command-1')).toEqual(first);
    expect([...market.credentials.passwords.values()]).toEqual(['Another-horse2!']);
  });

  test('of many at once with the same names exactly one registers, and its password is the one that holds', async () => {
    const passwords = Array.from({ length: 8 }, (_, n) => `Correct-horse${n}!`);
    const outcomes = await Promise.all(passwords.map((password) => register({ password })));
    const winners = passwords.filter((_, n) => outcomes[n]?.ok);
    expect(winners).toHaveLength(1);
    expect([...market.credentials.passwords.values()]).toEqual(winners);
    expect(await market.streams('account')).toHaveLength(1);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error.code).toMatch(/emailTaken|usernameTaken/);
  });

  test('case and spaces make no second name [L-014] [D2-242]', async () => {
    await register();
    expect(await register({ username: 'other', email: ' ADA@example.com' })).toMatchObject({
      error: { code: 'emailTaken' },
    });
    expect(await register({ username: 'ADA', email: 'b@example.com' })).toMatchObject({
      error: { code: 'usernameTaken' },
    });
  });

  test('a username that was claimed and never used is somebody else’s after ten minutes', async () => {
    market.killBefore('account');
    await expect(register()).rejects.toThrow(Killed);
    const other = () => register({ email: 'other@example.com' });
    expect(await other()).toMatchObject({ error: { code: 'usernameTaken' } });
    market.clock.advance(CLAIM_PATIENCE + 1);
    expect(await other()).toMatchObject({ ok: true });
    expect(await register()).toMatchObject({ error: { code: 'usernameTaken' } });
  });

  test('an erased account leaves its names to others', async () => {
    const registered = await register();
    if (!registered.ok) throw new Error(registered.error.code);
    const { accountId } = registered.value;
    await market.accounts.send(accountId, { type: 'EraseAccount', openSales: 0 }, market.context(SYSTEM));
    const successor = await register();
    expect(successor).toMatchObject({ ok: true });
    expect(successor.ok && successor.value.accountId).not.toBe(accountId);
  });
});

test('a link that verifies nothing, since another one has, opens nothing where it was registered either', async () => {
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

describe('asking for an email', () => {
  test.each(['forgotPassword', 'resendVerification'] as const)(
    '%s asks the same of the queue for a known address and for an unknown one: its time tells nothing',
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

test('a password that is among the first to be guessed is refused before anything is claimed', async () => {
  for (const password of ['P@ssw0rd2026!', 'Ada-1234!'])
    expect(await register({ password })).toMatchObject({ ok: false, error: { code: 'passwordTooCommon' } });
  expect(await market.streams('email')).toEqual([]);
});

describe('a name that looks like another', () => {
  const named = (username: string) => register({ username, email: `n${username.length}${newEmail++}@example.com` });
  let newEmail = 0;

  test.each([
    ['Iron Gate', 'lron Gate'],
    ['Iron Gate', 'IR0N GATE'],
    ['elena', 'еlеna'],
    ['Mona', 'rnona'],
  ])('%s is taken, so %s is, and the other way round', async (one, other) => {
    expect((await named(one)).ok).toBe(true);
    expect(await named(other)).toMatchObject({ ok: false, error: { code: 'usernameTaken' } });
    market = memoryMarket();
    expect((await named(other)).ok).toBe(true);
    expect(await named(one)).toMatchObject({ ok: false, error: { code: 'usernameTaken' } });
  });

  test('what a process that died had claimed of it is free again, later', async () => {
    market.killBefore('account');
    await expect(named('lron Gate')).rejects.toThrow(Killed);
    expect((await named('Iron Gate')).ok).toBe(false);
    market.clock.advance(CLAIM_PATIENCE + 1);
    expect((await named('Iron Gate')).ok).toBe(true);
  });
});
