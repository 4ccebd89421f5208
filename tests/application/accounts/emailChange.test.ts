import { beforeEach, describe, expect, test } from 'vitest';
import { CLAIM_PATIENCE } from '#application/accounts/nameClaims.ts';
import type { Request } from '#application/streams/command.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import type { EmailSide } from '#domain/accounts/events.ts';
import { EMAIL_CHANGE } from '#domain/accounts/limits.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { ARRIVAL, Killed, type MemoryMarket, memoryMarket } from '../memoryMarket.ts';

const ADA = { username: 'ada', email: 'ada@example.com', password: 'Correct-horse1!', country: 'Netherlands' };
const NEW = 'ada@new.example';
const STAFF = { id: newId(), role: 'staff' } as const;

let market: MemoryMarket;
let ada: string;

const join = async (who: typeof ADA) => {
  const registered = await market.accounts.register(who, market.context(SYSTEM));
  if (!registered.ok) throw new Error(registered.error.code);
  const { accountId } = registered.value;
  await market.accounts.send(accountId, { type: 'VerifyEmail' }, market.context(SYSTEM));
  return accountId;
};
const own = () => market.context({ id: ada, role: 'member' });
/** Somebody who reads the mail of an address. */
const visitor = () => market.context({ id: newId(), role: 'member' });
const change = (request: Request<AccountCommand>) => market.accounts.send(ada, request, market.context(STAFF));
const enter = async (email = ADA.email) => {
  const entered = await market.accounts.signIn({ ...ADA, email }, ARRIVAL);
  return entered.ok ? entered.value.token : entered.error.code;
};

const PURPOSES = { oldAddress: 'confirmOldEmail', newAddress: 'confirmNewEmail' } as const;
/** The link as in the e-mail. */
const linkTo = async (side: EmailSide) => {
  const { emailChange } = (await market.accounts.load(ada)).state;
  const { lapsesAt = 0, requestId } = emailChange ?? {};
  return market.credentials.issueToken(ada, PURPOSES[side], lapsesAt, requestId);
};
const ask = async (email = NEW) => {
  const asked = await market.accounts.requestEmailChange(ada, email, own());
  if (!asked.ok) throw new Error(asked.error.code);
  return { old: await linkTo('oldAddress'), new: await linkTo('newAddress') };
};
const confirm = (token: string, session?: { id: string; sessionId: string }) =>
  market.accounts.confirmEmailChange(token, session, visitor());
const both = async (links: { old: string; new: string }) => {
  await confirm(links.old);
  return confirm(links.new);
};
const refuse = (token: string) => market.accounts.refuseEmailChange(token, visitor());
const stateOf = async (token: string) => {
  const seen = await market.accounts.lookAtEmailLink(token);
  return seen.ok ? seen.value.state : seen.error.code;
};
const GONE = { ok: false, error: { code: 'emailChangeGone' } };

beforeEach(async () => {
  market = memoryMarket();
  ada = await join(ADA);
});

describe('a change of address', () => {
  test('happens with the second confirmation: the new address signs in, the old one is free', async () => {
    const links = await ask();
    const half = { side: 'oldAddress', state: 'confirmed' };
    expect(await confirm(links.old)).toMatchObject({ ok: true, value: half });
    expect(await enter(NEW)).toBe('invalidCredentials');
    expect(await confirm(links.new)).toMatchObject({ ok: true, value: { side: 'newAddress', state: 'changed' } });
    expect(await enter()).toBe('invalidCredentials');
    expect(market.liveSessions.has(await enter(NEW))).toBe(true);
    expect(await join({ ...ADA, username: 'grace' })).not.toBe(ada);
  });

  test('ends all other sessions and open reset and verification links', async () => {
    const kept = await enter();
    await enter();
    const reset = await market.credentials.issueToken(ada, 'resetPassword', market.clock.now() + 1_000);
    const verifying = await market.credentials.issueToken(ada, 'verifyEmail', market.clock.now() + 1_000);
    const links = await ask();
    await confirm(links.new);
    expect(market.liveSessions.size).toBe(2);
    await confirm(links.old, { id: ada, sessionId: kept });
    expect([...market.liveSessions.keys()]).toEqual([kept]);
    expect(await market.accounts.isResetToken(reset)).toBe(false);
    expect(await market.credentials.findToken(verifying, 'verifyEmail', market.clock.now())).toBeUndefined();
  });

  test('ends a session of another account that opens the link', async () => {
    await enter();
    const links = await ask();
    await confirm(links.new);
    await confirm(links.old, { id: newId(), sessionId: newId() });
    expect(market.liveSessions.size).toBe(0);
  });

  test('is reported as done when a link is opened again', async () => {
    const links = await ask();
    await both(links);
    expect(await stateOf(links.old)).toBe('changed');
    expect(await confirm(links.old)).toMatchObject({ ok: true, value: { state: 'changed' } });
    expect(await refuse(links.old)).toEqual(GONE);
  });

  test('ignores links of a replaced request', async () => {
    const before = await ask('mine@stranger.example');
    const now = await ask();
    await confirm(now.old);
    expect(await confirm(before.new)).toMatchObject({ ok: false, error: { code: 'invalidToken' } });
    // as it was before the second request's e-mail replaced it
    const stale = await market.credentials.issueToken(ada, 'confirmNewEmail', market.clock.now() + 1_000, newId());
    expect(await stateOf(stale)).toBe('ended');
    expect(await confirm(stale)).toEqual(GONE);
    expect((await market.accounts.load(ada)).state.email).toBe(ADA.email);
  });

  test('keeps the claim when only the case changes', async () => {
    const links = await ask('Ada@Example.com');
    expect(await both(links)).toMatchObject({ ok: true, value: { state: 'changed' } });
    expect((await market.accounts.load(ada)).state.email).toBe('Ada@Example.com');
    expect(market.liveSessions.has(await enter())).toBe(true);
    const other = await market.accounts.register({ ...ADA, username: 'grace' }, market.context(SYSTEM));
    expect(other).toEqual({ ok: false, error: { code: 'emailTaken' } });
  });

  test('expires: its links say so and do nothing', async () => {
    const links = await ask();
    market.clock.advance(EMAIL_CHANGE);
    expect((await market.accounts.openEmailChangeOf(ada)).change).toBeNull();
    expect(await stateOf(links.old)).toBe('expired');
    expect(await confirm(links.old)).toEqual(GONE);
    expect(await refuse(links.new)).toEqual(GONE);
  });

  test('sends unused links again when requested again', async () => {
    const links = await ask();
    await confirm(links.new);
    await market.accounts.requestEmailChange(ada, NEW, own());
    const sent = market.jobs.known('mail').map(({ id }) => id.split('-')[0]);
    expect(sent).toContain('confirmOldEmail');
    expect(sent).not.toContain('confirmNewEmail');
    expect((await market.accounts.openEmailChangeOf(ada)).change?.confirmed).toEqual(['newAddress']);
  });

  test('waits while the account is suspended', async () => {
    const links = await ask();
    await change({ type: 'SuspendAccount', reason: 'counterfeits' });
    expect(await confirm(links.old)).toMatchObject({ ok: false, error: { code: 'accountNotActive' } });
    await change({ type: 'ReinstateAccount', reason: 'they were none' });
    expect(await both(links)).toMatchObject({ ok: true, value: { state: 'changed' } });
  });

  test('can be withdrawn by its owner, once', async () => {
    const links = await ask();
    expect(await market.accounts.withdrawEmailChange(ada, own())).toMatchObject({ ok: true });
    expect(await stateOf(links.new)).toBe('ended');
    expect(await confirm(links.new)).toEqual(GONE);
    expect(await market.accounts.withdrawEmailChange(ada, own())).toEqual(GONE);
  });
});

describe('a refusal', () => {
  test('from the old address ends the request and every session', async () => {
    await enter();
    const links = await ask();
    await confirm(links.new);
    expect(await refuse(links.old)).toMatchObject({ ok: true, value: { side: 'oldAddress' } });
    expect(market.liveSessions.size).toBe(0);
    expect(await stateOf(links.new)).toBe('ended');
    expect(await confirm(links.new)).toEqual(GONE);
  });

  test('from the new address ends only the request', async () => {
    await enter();
    const links = await ask();
    expect(await refuse(links.new)).toMatchObject({ ok: true, value: { side: 'newAddress' } });
    expect(market.liveSessions.size).toBe(1);
    expect(await confirm(links.old)).toEqual(GONE);
  });
});

describe('an address that already has an account', () => {
  test('is requested like any other, so that the caller learns nothing', async () => {
    const taken = { ...ADA, username: 'grace', email: NEW };
    await join(taken);
    const asked = await market.accounts.requestEmailChange(ada, NEW, own());
    const free = await market.accounts.requestEmailChange(ada, 'free@new.example', own());
    expect(Object.keys(asked.ok ? asked.value : {})).toEqual(Object.keys(free.ok ? free.value : { none: true }));
  });

  test('stays with that account if it was claimed before both confirmations', async () => {
    const links = await ask();
    await confirm(links.new);
    const grace = await join({ ...ADA, username: 'grace', email: NEW });
    await enter();
    expect(await confirm(links.old)).toEqual({ ok: false, error: { code: 'newEmailTaken' } });
    expect(market.liveSessions.size).toBe(1);
    expect(await stateOf(links.old)).toBe('ended');
    expect((await market.accounts.load(ada)).state.email).toBe(ADA.email);
    expect((await market.accounts.load(grace)).state.email).toBe(NEW);
  });

  test('is free once that account is erased', async () => {
    const grace = await join({ ...ADA, username: 'grace', email: NEW });
    await market.accounts.send(grace, { type: 'EraseAccount', openSales: 0 }, market.context(SYSTEM));
    expect(await both(await ask())).toMatchObject({ ok: true, value: { state: 'changed' } });
  });
});

describe('a crash', () => {
  const register = () => market.accounts.register({ ...ADA, username: 'grace', email: NEW }, market.context(SYSTEM));
  /** Both have confirmed, but nothing has happened yet. */
  const confirmed = async () => {
    const links = await ask();
    const { requestId = '' } = (await market.accounts.load(ada)).state.emailChange ?? {};
    for (const side of ['oldAddress', 'newAddress'] as const)
      await market.accounts.send(ada, { type: 'ConfirmEmailChange', requestId, side }, own());
    return { links, requestId };
  };
  const dieBefore = async (category: string, token: string) => {
    market.killBefore(category);
    await expect(confirm(token)).rejects.toThrow(Killed);
  };

  test.each([
    ['claims the new address', 'email'],
    ['writes the change', 'account'],
  ])('before %s leaves the link usable', async (_, category) => {
    const { links } = await confirmed();
    await dieBefore(category, links.new);
    expect(await enter(NEW)).toBe('invalidCredentials');
    expect(await confirm(links.new)).toMatchObject({ ok: true, value: { state: 'changed' } });
    expect(market.liveSessions.has(await enter(NEW))).toBe(true);
  });

  test('after claiming an address frees the address after a while', async () => {
    const { links } = await confirmed();
    await dieBefore('account', links.new);
    await market.accounts.withdrawEmailChange(ada, own());
    expect(await register()).toEqual({ ok: false, error: { code: 'emailTaken' } });
    market.clock.advance(CLAIM_PATIENCE + 1);
    expect(await register()).toMatchObject({ ok: true });
  });

  test('before releasing the old address neither lets it sign in nor blocks it for long', async () => {
    const { requestId } = await confirmed();
    await market.accounts.send(ada, { type: 'FinishEmailChange', requestId }, own());
    expect(await enter()).toBe('invalidCredentials');
    market.clock.advance(CLAIM_PATIENCE + 1);
    expect(await join({ ...ADA, username: 'grace' })).not.toBe(ada);
  });
});
