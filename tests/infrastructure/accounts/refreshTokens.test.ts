import { decodeJwt } from 'jose';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefreshToken, Sessions } from '#application/accounts/sessions.ts';
import type { Role } from '#domain/shared/actor.ts';
import { importSessionKey, openPostgresSessions } from '#infrastructure/accounts/postgresSessions.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
let key: CryptoKey;
let [sessions, ofAnotherProcess]: Sessions[] = [];
let otherDb: Knex;
beforeAll(async () => {
  key = await importSessionKey(new Uint8Array(32).fill(1));
  sessions = openPostgresSessions({ db: database.knex, key, newId });
  otherDb = connect(database.url);
  ofAnotherProcess = openPostgresSessions({ db: otherDb, key, newId });
});
afterAll(() => otherDb.destroy());

const remembered = async (roles: readonly Role[] = ['member']) => {
  const account = newId();
  const token = await sessions!.open(account, roles, { device: 'Firefox on Windows', bySecondFactor: true });
  const { sessionId } = (await sessions!.verify(token))!;
  const refresh = (await sessions!.remember(sessionId, roles))!;
  return { account, token, sessionId, refresh };
};

/** The successor, or the refusal. */
const spend = async ({ value }: RefreshToken, by = sessions!): Promise<RefreshToken> => {
  const refreshed = await by.refresh(value);
  if (refreshed.is !== 'renewed') throw new Error(`it was not renewed: ${JSON.stringify(refreshed)}`);
  return refreshed.next;
};

/** Moves a timestamp into the past. */
const age = (sessionId: string, column: 'expires_at' | 'ends_at' | 'spent_at', minutes: number) =>
  database.knex.raw(`UPDATE sessions SET ${column} = ${column} - make_interval(mins => ?) WHERE session_id = ?`, [
    minutes,
    sessionId,
  ]);

describe('a refresh token', () => {
  test('lasts as long as its session, even while a member is inactive', async () => {
    const { sessionId, refresh } = await remembered();
    const row = await database.knex('sessions').where({ session_id: sessionId }).first();
    expect(refresh.until).toBe(row.ends_at.getTime());
    expect(row.expires_at.getTime()).toBeGreaterThan(row.ends_at.getTime() - 60_000);
    const next = await spend(refresh);
    expect(next.until).toBe(refresh.until);
    expect(next.value).not.toBe(refresh.value);
  });

  test('is stored as a hash with its generation', async () => {
    const { sessionId, refresh } = await remembered();
    const next = await spend(refresh);
    const row = await database.knex('sessions').where({ session_id: sessionId }).first();
    expect(row.refresh_generation).toBe(2);
    for (const { value } of [refresh, next]) {
      expect(JSON.stringify(row)).not.toContain(value);
      expect(JSON.stringify(row)).not.toContain(String(decodeJwt(value).jti));
    }
  });

  test('is no access token, and an access token renews nothing', async () => {
    const { token, refresh } = await remembered();
    expect(await sessions!.verify(refresh.value)).toBeUndefined();
    expect(await sessions!.refresh(token)).toEqual({ is: 'over', why: 'unknown' });
  });

  test('does not count as use of the session', async () => {
    const { sessionId, refresh } = await remembered();
    await database
      .knex('sessions')
      .where({ session_id: sessionId })
      .update({ last_used_at: new Date(0) });
    await spend(refresh);
    const { last_used_at } = await database.knex('sessions').where({ session_id: sessionId }).first();
    expect(last_used_at.getTime()).toBe(0);
  });

  test('returns the same successor when repeated within a minute', async () => {
    const { refresh } = await remembered();
    const next = await spend(refresh);
    expect([await spend(refresh), await spend(refresh)]).toEqual([next, next]);
    await spend(next);
  });

  test('is spent once when two processes get it at the same time, with the same successor', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { refresh, sessionId } = await remembered();
      const next = await Promise.all([
        spend(refresh),
        spend(refresh, ofAnotherProcess),
        spend(refresh),
        spend(refresh, ofAnotherProcess),
      ]);
      expect(new Set(next.map(({ value }) => value)).size).toBe(1);
      const row = await database.knex('sessions').where({ session_id: sessionId }).first();
      expect(row.refresh_generation).toBe(2);
      await spend(next[0], ofAnotherProcess);
    }
  });

  test('ends the session when shown long after it was spent, and tells both holders', async () => {
    const { account, token, sessionId, refresh } = await remembered();
    const next = await spend(refresh);
    await age(sessionId, 'spent_at', 2);
    const reused = { is: 'reused', id: account, sessionId, device: 'Firefox on Windows' };
    expect(await sessions!.refresh(refresh.value)).toEqual(reused);
    expect(await sessions!.verify(token)).toBeUndefined();
    expect(await sessions!.whyOver(token)).toBe('reused');
    expect(await sessions!.refresh(next.value)).toEqual(reused);
    expect(await sessions!.list(account)).toEqual([]);
  });

  test('ends the session when it is two generations old', async () => {
    const { refresh } = await remembered();
    await spend(await spend(refresh));
    expect((await sessions!.refresh(refresh.value)).is).toBe('reused');
  });

  test('ends nothing when we did not sign it', async () => {
    const { token, refresh } = await remembered();
    const other = openPostgresSessions({
      db: database.knex,
      key: await importSessionKey(new Uint8Array(32).fill(2)),
      newId,
    });
    expect(await other.refresh(refresh.value)).toEqual({ is: 'over', why: 'unknown' });
    for (const forged of [`${refresh.value}x`, 'nothing', ''])
      expect(await sessions!.refresh(forged)).toEqual({ is: 'over', why: 'unknown' });
    expect(await sessions!.verify(token)).toBeDefined();
  });

  test('ends with its session, however that ends', async () => {
    const ended = await remembered();
    await sessions!.end(ended.sessionId);
    const all = await remembered();
    await sessions!.endAll(all.account);
    for (const { account, refresh } of [ended, all])
      expect(await sessions!.refresh(refresh.value)).toEqual({ is: 'over', why: { endedOf: account } });
    const over = await remembered();
    await age(over.sessionId, 'expires_at', 30 * 24 * 60);
    expect(await sessions!.refresh(over.refresh.value)).toEqual({ is: 'over', why: 'expired' });
  });

  test('does not revive a staff session unused for fifteen minutes', async () => {
    const { sessionId, refresh } = await remembered(['member', 'staff']);
    await age(sessionId, 'expires_at', 14);
    const next = await spend(refresh);
    await age(sessionId, 'expires_at', 2);
    expect(await sessions!.refresh(next.value)).toEqual({ is: 'over', why: 'expired' });
  });

  test('is replaced when its owner reauthenticates; the previous one then ends the session', async () => {
    const { sessionId, refresh } = await remembered();
    const proven = (await sessions!.prove(sessionId, { secondFactor: true }))!;
    expect(await sessions!.refresh(refresh.value)).toEqual({ is: 'replaced' });
    await spend(proven);
    await sessions!.prove(sessionId, { secondFactor: true });
    await age(sessionId, 'spent_at', 2);
    expect((await sessions!.refresh(proven.value)).is).toBe('reused');
  });

  test('is not issued by reauthentication if the session had none', async () => {
    const token = await sessions!.open(newId(), ['member']);
    const { sessionId } = (await sessions!.verify(token))!;
    expect(await sessions!.prove(sessionId, { secondFactor: false })).toBeUndefined();
    expect(await sessions!.verify(token)).not.toHaveProperty('remembered');
  });
});
