import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Sessions } from '#application/accounts/sessions.ts';
import { MOST_SESSIONS } from '#domain/accounts/limits.ts';
import { CHOOSABLE } from '#domain/accounts/mailChoices.ts';
import { importSessionKey, openPostgresSessions, TOKEN_LIFETIME } from '#infrastructure/accounts/postgresSessions.ts';
import { openSignedPaths } from '#infrastructure/http/signedPaths.ts';
import { openUnsubscribing } from '#infrastructure/mail/unsubscribing.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const secret = (fill: number) => new Uint8Array(32).fill(fill);
let key: CryptoKey;
let sessions: Sessions;
beforeAll(async () => {
  key = await importSessionKey(secret(1));
  sessions = openPostgresSessions({ db: database.knex, key, newId });
});

describe('a session', () => {
  test('is a token with exp in seconds, an hour ahead, and the user id [D1-167]', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member', 'staff']);
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ sub: account, userId: account, roles: ['member', 'staff'] });
    expect(Math.abs(claims.exp! - Date.now() / 1000 - TOKEN_LIFETIME)).toBeLessThan(5);
    expect(await sessions.verify(token)).toEqual({
      id: account,
      roles: ['member'],
      withheld: ['staff'],
      provenAt: expect.any(Number),
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test('is renewed as the same session with the current roles', async () => {
    const account = newId();
    const first = (await sessions.verify(await sessions.open(account, ['member'])))!;
    const renewed = await sessions.renew(first.sessionId, account, ['member', 'admin']);
    expect(await sessions.verify(renewed!)).toEqual({ ...first, withheld: ['admin'] });
  });

  test('ends at once, whatever its token says', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member']);
    const { sessionId } = (await sessions.verify(token))!;
    await sessions.end(sessionId);
    expect(await sessions.verify(token)).toBeUndefined();
    expect(await sessions.renew(sessionId, account, ['member'])).toBeUndefined();
  });

  test('reports whether it expired, was ended or is not ours', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member']);
    await sessions.end((await sessions.verify(token))!.sessionId);
    const past = await new SignJWT({ userId: account, roles: ['member'], sid: newId() })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(account)
      .setIssuer('reliquary')
      .setExpirationTime(Math.floor(Date.now() / 1000) - 60)
      .sign(key);
    const said = await Promise.all([token, past, `${token}x`, 'nothing'].map((each) => sessions.whyOver(each)));
    expect(said).toEqual([{ endedOf: account }, 'expired', 'unknown', 'unknown']);
  });

  test('ends with all others of the account except one', async () => {
    const account = newId();
    const [kept, ended] = [await sessions.open(account, ['member']), await sessions.open(account, ['member'])];
    const others = await sessions.open(newId(), ['member']);
    await sessions.endAll(account, (await sessions.verify(kept))!.sessionId);
    expect(await sessions.verify(ended)).toBeUndefined();
    expect(await sessions.verify(kept)).toBeDefined();
    expect(await sessions.verify(others)).toBeDefined();
  });

  test('ends with all opened before a moment, not after', async () => {
    const [account, other] = [newId(), newId()];
    const opened = async (who: string) => (await sessions.open(who, ['member'])) as string;
    const [before, others] = [await opened(account), await opened(other)];
    const [{ openedAt } = { openedAt: 0 }] = await sessions.list(account);
    await sessions.endOpenedBy(account, openedAt);
    expect(await sessions.verify(before)).toBeUndefined();
    expect(await sessions.verify(others)).toBeDefined();
    const since = await opened(account);
    const [{ openedAt: later } = { openedAt: 0 }] = await sessions.list(account);
    await sessions.endOpenedBy(account, later - 2);
    expect(await sessions.verify(since)).toBeDefined();
  });

  test('is refused with another key or algorithm, or when altered or expired', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member']);
    const { sessionId } = (await sessions.verify(token))!;
    const forge = (with_: CryptoKey, exp: number) =>
      new SignJWT({ userId: account, roles: ['admin'], sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(account)
        .setIssuer('reliquary')
        .setExpirationTime(exp)
        .sign(with_);
    const soon = Math.floor(Date.now() / 1000) + 60;
    const [header, body] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    const bad = [
      await forge(await importSessionKey(secret(2)), soon),
      await forge(key, soon - 120),
      `${header}.${body}.AAAA`,
      unsigned,
      'nonsense',
    ];
    for (const forged of bad) expect(await sessions.verify(forged)).toBeUndefined();
  });

  test('has its signature verified once, and its expiry and row checked each time', async () => {
    const checking = vi.spyOn(crypto.subtle, 'verify');
    const token = await sessions.open(newId(), ['member']);
    const first = await sessions.verify(token);
    expect(await sessions.verify(token)).toEqual(first);
    expect(await sessions.verify(`${token.slice(0, -4)}AAAA`)).toBeUndefined();
    expect(checking).toHaveBeenCalledTimes(2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TOKEN_LIFETIME * 1000 });
    expect([await sessions.verify(token), await sessions.whyOver(token)]).toEqual([undefined, 'expired']);
    vi.useRealTimers();
    expect(await sessions.verify(token)).toBeDefined();
    await sessions.end(first!.sessionId);
    expect(await sessions.verify(token)).toBeUndefined();
    expect(checking).toHaveBeenCalledTimes(2);
    checking.mockRestore();
  });

  test('is refused by another marketplace with the same secret', async () => {
    const account = newId();
    const own = decodeJwt(await sessions.open(account, ['member']));
    const elsewhere = await new SignJWT({ ...own, sid: newId() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key);
    expect(await sessions.verify(elsewhere)).toBeUndefined();
    expect(await sessions.renew(String(decodeJwt(elsewhere).sid), account, ['member'])).toBeUndefined();
  });

  test('is refused for other purposes signed with the same secret, and vice versa', async () => {
    const common = 'the one secret of all tokens here';
    const ours = openPostgresSessions({
      db: database.knex,
      key: await importSessionKey(new Uint8Array(Buffer.from(common))),
      newId,
    });
    const account = newId();
    const token = await ours.open(account, ['member']);
    expect(await ours.verify(token)).toBeDefined();
    const [unsubscribing, paths] = [openUnsubscribing(common), openSignedPaths(common, Date.now)];
    const link = unsubscribing.tokenOf(account, CHOOSABLE[0]!);
    expect(unsubscribing.read(link)).toBeDefined();
    expect(unsubscribing.read(token)).toBeUndefined();
    const [, body, signature] = token.split('.');
    expect(unsubscribing.read(`${account}.${CHOOSABLE[0]}.${signature}`)).toBeUndefined();
    const { signature: ofPath = '' } = Object.fromEntries(new URL(paths.sign('/api/x'), 'http://x').searchParams);
    expect(ofPath).not.toBe('');
    const [header] = token.split('.');
    for (const foreign of [link, `${header}.${body}.${link.split('.')[2]}`, `${header}.${body}.${ofPath}`])
      expect(await ours.verify(foreign)).toBeUndefined();
  });
});

describe('the sessions of an account', () => {
  const row = async (token: string) => {
    const { sid } = decodeJwt(token);
    return database.knex('sessions').where({ session_id: sid as string });
  };
  /** Moves a timestamp into the past. */
  const age = async (token: string, column: 'last_used_at' | 'expires_at' | 'ends_at', minutes: number) => {
    const { sid } = decodeJwt(token);
    await database.knex.raw(
      `UPDATE sessions SET ${column} = ${column} - make_interval(mins => ?) WHERE session_id = ?`,
      [minutes, sid as string],
    );
  };

  test('are listed with their device, most recently used first, without ended ones', async () => {
    const account = newId();
    const first = await sessions.open(account, ['member'], { device: 'Firefox on Windows' });
    await age(first, 'last_used_at', 30);
    await sessions.open(account, ['member'], { device: 'Safari on iPhone' });
    await age(await sessions.open(account, ['member'], { device: 'Edge on Windows' }), 'expires_at', 61);
    const listed = await sessions.list(account);
    expect(listed.map(({ device }) => device)).toEqual(['Safari on iPhone', 'Firefox on Windows']);
    expect(listed[1]!.openedAt - listed[1]!.lastUsedAt).toBeGreaterThan(29 * 60_000);
  });

  test('are listed with the country of the network of their last renewal', async () => {
    const account = newId();
    const { sessionId } = (await sessions.verify(await sessions.open(account, ['member'], { country: 'DE' })))!;
    const countries = async () => (await sessions.list(account)).map(({ country }) => country);
    expect(await countries()).toEqual(['DE']);
    await sessions.renew(sessionId, account, ['member']);
    expect(await countries()).toEqual(['DE']);
    await sessions.renew(sessionId, account, ['member'], 'NL');
    expect(await countries()).toEqual(['NL']);
    await sessions.renew(sessionId, account, ['member'], null);
    expect(await countries()).toEqual([null]);
  });

  test(`are limited to ${MOST_SESSIONS}: one more ends the least recently used`, async () => {
    const [account, other] = [newId(), await sessions.open(newId(), ['member'])];
    const tokens: string[] = [];
    for (let each = 0; each < MOST_SESSIONS; each += 1) tokens.push(await sessions.open(account, ['member']));
    const [idle, ...rest] = [tokens[3]!, ...tokens.filter((_, index) => index !== 3)];
    await age(idle, 'last_used_at', 30);
    const newest = await sessions.open(account, ['member']);
    expect(await sessions.whyOver(idle)).toEqual({ endedOf: account });
    expect(await sessions.list(account)).toHaveLength(MOST_SESSIONS);
    for (const open of [...rest, newest, other]) expect(await sessions.verify(open)).toBeDefined();
  });

  test('are ended one by one by their owner only', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member']);
    const { sessionId } = (await sessions.verify(token))!;
    expect(await sessions.end(sessionId, newId())).toBe(false);
    expect(await sessions.verify(token)).toBeDefined();
    expect(await sessions.end(sessionId, account)).toBe(true);
    expect(await sessions.verify(token)).toBeUndefined();
  });

  test('count as used through actions, not through background requests', async () => {
    const token = await sessions.open(newId(), ['member']);
    await age(token, 'last_used_at', 5);
    const before = (await row(token))[0].last_used_at.getTime();
    await sessions.verify(token, { byItself: true });
    expect((await row(token))[0].last_used_at.getTime()).toBe(before);
    await sessions.verify(token);
    expect((await row(token))[0].last_used_at.getTime()).toBeGreaterThan(before);
  });

  test.each(['staff', 'auditor', 'admin'] as const)('of the role %s end after 15 minutes without use', async (role) => {
    const token = await sessions.open(newId(), ['member', role]);
    const { expires_at, last_used_at } = (await row(token))[0];
    expect(Math.round((expires_at - last_used_at) / 1000)).toBe(15 * 60);
    await age(token, 'expires_at', 16);
    expect(await sessions.verify(token)).toBeUndefined();
    expect(await sessions.whyOver(token)).toBe('expired');
  });

  test.each([
    [['member'], 30 * 24],
    [['member', 'staff'], 12],
  ] as const)('of %s end after %i hours, even if used or renewed', async (roles, hours) => {
    const account = newId();
    const token = await sessions.open(account, roles);
    const { ends_at, opened_at } = (await row(token))[0];
    expect(Math.round((ends_at - opened_at) / 3_600_000)).toBe(hours);
    await age(token, 'ends_at', hours * 60 - 5);
    await age(token, 'last_used_at', 5);
    await sessions.verify(token);
    const used = (await row(token))[0];
    expect(used.expires_at).toEqual(used.ends_at);
    const renewed = await sessions.renew(used.session_id, account, roles);
    expect(decodeJwt(renewed!).exp).toBe(Math.floor(used.ends_at / 1000));
  });
});

describe('an account with a role', () => {
  test('can use it only in a session with a second factor', async () => {
    const account = newId();
    const weak = await sessions.open(account, ['member', 'staff']);
    expect(await sessions.verify(weak)).toMatchObject({ roles: ['member'], withheld: ['staff'] });
    const { sessionId } = (await sessions.verify(weak))!;
    await sessions.prove(sessionId, { secondFactor: true });
    expect(await sessions.verify(weak)).toMatchObject({ roles: ['member'], withheld: ['staff'], provenAt: null });
    const proven = (await sessions.renew(sessionId, account, ['member', 'staff']))!;
    expect(await sessions.verify(proven)).toMatchObject({ roles: ['member', 'staff'], withheld: [] });
    const strong = await sessions.open(account, ['member', 'staff'], { bySecondFactor: true });
    expect(await sessions.verify(strong)).toMatchObject({ roles: ['member', 'staff'], withheld: [] });
  });

  test('cannot use it after only retyping the password', async () => {
    const account = newId();
    const weak = await sessions.open(account, ['member', 'admin']);
    const { sessionId } = (await sessions.verify(weak))!;
    await sessions.prove(sessionId, { secondFactor: false });
    const proven = (await sessions.renew(sessionId, account, ['member', 'admin']))!;
    expect(await sessions.verify(proven)).toMatchObject({ roles: ['member'], withheld: ['admin'] });
  });

  test('keeps it while a token is replaced, so that no request fails', async () => {
    const account = newId();
    const strong = await sessions.open(account, ['member', 'staff'], { bySecondFactor: true });
    const { sessionId } = (await sessions.verify(strong))!;
    await sessions.prove(sessionId, { secondFactor: true });
    expect(await sessions.verify(strong)).toMatchObject({ roles: ['member', 'staff'], provenAt: null, replaced: true });
    await sessions.prove(sessionId, { secondFactor: false });
    const last = (await sessions.renew(sessionId, account, ['member', 'staff']))!;
    expect(await sessions.verify(last)).toMatchObject({ roles: ['member', 'staff'], withheld: [] });
  });

  test('accepts tokens of the previous release until they expire', async () => {
    const account = newId();
    const { gen: _, ...own } = decodeJwt(await sessions.open(account, ['member']));
    const before = await new SignJWT(own).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);
    await sessions.prove(String(own.sid), { secondFactor: false });
    expect(await sessions.verify(before)).toMatchObject({ id: account, provenAt: expect.any(Number) });
  });
});
