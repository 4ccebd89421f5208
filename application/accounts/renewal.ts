import { mayAct } from '#domain/accounts/accountStatus.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { WhyOver } from '../ports/sessions.ts';
import type { AccountDeps } from './accountDeps.ts';
import { sessionUserOf } from './sessionUser.ts';
import type { SignedInSession } from './signIn.ts';

/** With the roles as they are now. A suspended or erased account loses its sessions. */
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

/** A new token for the same session, for whoever keeps no refresh token. */
export const renewSession = async (
  { replaced, remembered, ...session }: { id: AccountId; sessionId: string; replaced?: true; remembered?: true },
  network: string,
  deps: AccountDeps,
): Promise<Result<SignedInSession, { code: 'signedOut' | 'tokenReplaced' | 'refreshTokenNeeded' }>> => {
  if (replaced) return reject({ code: 'tokenReplaced' });
  // or whoever has taken the token of an hour has the session for a month
  if (remembered) return reject({ code: 'refreshTokenNeeded' });
  return renewed(session, network, deps);
};

export type NotResumed = { code: 'signedOut' | 'tokenReplaced' } | { code: 'over'; why: WhyOver };

/** A new token by the refresh token of a browser, and the next one of those. Its owner is told where two have the same one. */
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
      // once a session, however often it is shown from now on: a process that dies between the two tells it with the next
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
