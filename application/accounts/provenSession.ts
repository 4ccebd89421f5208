import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { AccountDeps } from './accountDeps.ts';

/** The session’s next token, which alone stands for its owner having just shown who they are. */
export const provenSession = async (
  { id, sessionId }: { id: AccountId; sessionId: string },
  by: { secondFactor: boolean },
  { sessions, repository }: Pick<AccountDeps, 'sessions' | 'repository'>,
): Promise<Result<string, { code: 'signedOut' }>> => {
  await sessions.prove(sessionId, by);
  const token = await sessions.renew(sessionId, id, (await repository.accounts.load(id)).state.roles);
  return token === undefined ? reject({ code: 'signedOut' }) : ok(token);
};
