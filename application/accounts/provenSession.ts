import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AccountDeps } from './accountDeps.ts';
import type { RefreshToken } from './sessions.ts';

/** `refresh`: only for a browser that keeps a refresh token. */
export type ProvenSession = { token: string; refresh: RefreshToken | undefined };

/** The session's next token, the only one that proves the recent re-authentication. */
export const provenSession = async (
  { id, sessionId }: { id: AccountId; sessionId: string },
  by: { secondFactor: boolean },
  { sessions, repository }: Pick<AccountDeps, 'sessions' | 'repository'>,
): Promise<Result<ProvenSession, { code: 'signedOut' }>> => {
  const refresh = await sessions.prove(sessionId, by);
  const token = await sessions.renew(sessionId, id, (await repository.accounts.load(id)).state.roles);
  return token === undefined ? reject({ code: 'signedOut' }) : ok({ token, refresh });
};
