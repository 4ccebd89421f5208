import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sessions } from '#application/ports/sessions.ts';
import { importSessionKey, openPostgresSessions, TOKEN_LIFETIME } from '#infrastructure/accounts/postgresSessions.ts';
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
  test('is a token with exp in seconds, an hour from now, and the user’s id [D1-167]', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member', 'staff']);
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ sub: account, userId: account, roles: ['member', 'staff'] });
    expect(Math.abs(claims.exp! - Date.now() / 1000 - TOKEN_LIFETIME)).toBeLessThan(5);
    expect(await sessions.verify(token)).toEqual({
      id: account,
      roles: ['member', 'staff'],
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test('is renewed as the same session, with the roles of now', async () => {
    const account = newId();
    const first = (await sessions.verify(await sessions.open(account, ['member'])))!;
    const renewed = await sessions.renew(first.sessionId, account, ['member', 'admin']);
    expect(await sessions.verify(renewed!)).toEqual({ ...first, roles: ['member', 'admin'] });
  });

  test('ends at once, whatever its token says', async () => {
    const account = newId();
    const token = await sessions.open(account, ['member']);
    const { sessionId } = (await sessions.verify(token))!;
    await sessions.end(sessionId);
    expect(await sessions.verify(token)).toBeUndefined();
    expect(await sessions.renew(sessionId, account, ['member'])).toBeUndefined();
  });

  test('that is over is told apart: past its time, ended, or nothing of ours', async () => {
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
    expect(said).toEqual(['ended', 'expired', 'unknown', 'unknown']);
  });

  test('all of an account end, except one', async () => {
    const account = newId();
    const [kept, ended] = [await sessions.open(account, ['member']), await sessions.open(account, ['member'])];
    const others = await sessions.open(newId(), ['member']);
    await sessions.endAll(account, (await sessions.verify(kept))!.sessionId);
    expect(await sessions.verify(ended)).toBeUndefined();
    expect(await sessions.verify(kept)).toBeDefined();
    expect(await sessions.verify(others)).toBeDefined();
  });

  test('is not made by another key, another algorithm, a changed or an expired token', async () => {
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
});
