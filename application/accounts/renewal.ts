import { mayAct } from '#domain/accounts/accountStatus.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AccountDeps } from './accountDeps.ts';
import type { WhyOver } from './sessions.ts';
import { sessionUserOf } from './sessionUser.ts';
import type { SignedInSession } from './signIn.ts';

/** Renews with the account's current roles. A suspended or erased account loses its sessions. */
const renewed = async (
  { id, sessionId }: { id: AccountId; sessionId: string },
  network: string,
  { repository, sessions, activity, clock, countries }: AccountDeps,
): Promise<Result<SignedInSession, { code: 'signedOut' }>> => {
  const account = (await repository.accounts.load(id)).state;
  if (!mayAct(account)) {
    await sessions.endAll(id);
    return reject({ code: 'signedOut' });
  }
  const token = await sessions.renew(sessionId, id, account.roles, await countries.of(network));
  if (token === undefined) return reject({ code: 'signedOut' });
  await activity.seen(id, clock.now());
  return ok({ token, user: sessionUserOf(id, account) });
};

/** A new token for the same session, for a client without a refresh token. */
export const renewSession = async (
  { replaced, remembered, ...session }: { id: AccountId; sessionId: string; replaced?: true; remembered?: true },
  network: string,
  deps: AccountDeps,
): Promise<Result<SignedInSession, { code: 'signedOut' | 'tokenReplaced' | 'refreshTokenNeeded' }>> => {
  if (replaced) return reject({ code: 'tokenReplaced' });
  // otherwise a stolen one-hour token would be good for a month
  if (remembered) return reject({ code: 'refreshTokenNeeded' });
  return renewed(session, network, deps);
};

export type NotResumed = { code: 'signedOut' | 'tokenReplaced' } | { code: 'over'; why: WhyOver };

/**
 * Exchanges a browser's refresh token for a new token and the next refresh token. A token used twice warns the
 * owner.
 */
export const resumeSession = async (
  refreshToken: string,
  network: string,
  deps: AccountDeps,
): Promise<Result<SignedInSession, NotResumed>> => {
  const refreshed = await deps.sessions.refresh(refreshToken);
  switch (refreshed.is) {
    case 'replaced':
      return reject({ code: 'tokenReplaced' });
    case 'over':
      return reject({ code: 'over', why: refreshed.why });
    case 'reused': {
      const { id, sessionId, device } = refreshed;
      // one warning per session; if the process dies in between, the next use of the token sends it
      await deps.warnings.send('sessionReused', id, { device, at: deps.clock.now() }, sessionId);
      deps.security.signInRefused(id, { way: 'renewal', why: 'usedTwice' }, network);
      return reject({ code: 'over', why: 'reused' });
    }
    case 'renewed': {
      const session = await renewed(refreshed, network, deps);
      return session.ok ? ok({ ...session.value, refresh: refreshed.next }) : session;
    }
  }
};
