import { beforeEach, describe, expect, test } from 'vitest';
import type { Request } from '#application/command.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { type MemoryMarket, memoryMarket } from './memoryMarket.ts';

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
    expect(await market.accounts.signIn(ADA)).toEqual({ ok: false, error: { code: 'accountSuspended' } });
    expect(market.liveSessions.size).toBe(0);
  });

  test('has the roles of now', async () => {
    await change({ type: 'GrantRole', role: 'staff' });
    market.beforeOpening(() => change({ type: 'RevokeRole', role: 'staff' }));
    expect(await market.accounts.signIn(ADA)).toMatchObject({ ok: true, value: { user: { roles: ['member'] } } });
    expect(market.liveSessions.size).toBe(1);
  });

  test('is none of a password that has just been replaced', async () => {
    market.beforeOpening(async () => {
      await market.credentials.setPassword(ada, 'Another-horse2!');
      await market.sessions.endAll(ada);
    });
    expect(await market.accounts.signIn(ADA)).toEqual({ ok: false, error: { code: 'invalidCredentials' } });
    expect(market.liveSessions.size).toBe(0);
    expect(await market.accounts.signIn({ ...ADA, password: 'Another-horse2!' })).toMatchObject({ ok: true });
  });

  test('ends no other one that opened rightly', async () => {
    market.beforeOpening(async () => {
      await market.credentials.setPassword(ada, 'Another-horse2!');
      await market.sessions.endAll(ada);
      await market.accounts.signIn({ ...ADA, password: 'Another-horse2!' });
    });
    expect((await market.accounts.signIn(ADA)).ok).toBe(false);
    expect(market.liveSessions.size).toBe(1);
  });
});
