import type { Request } from 'express';
import type { SessionOver } from '#application/accounts/accounts.ts';
import type { Sessions } from '#application/accounts/sessions.ts';
import { gateOf } from '#domain/access/right.ts';
import { STEP_UP } from '#domain/accounts/limits.ts';
import type { Endpoint, SignedIn } from './endpoint.ts';
import { notSignedIn, RequestFault, secondFactorMissing, stepUpRequired } from './errors.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,4096}=*)$/i;

/** The signed-in account that the endpoint needs. A sent token must be valid even if none is needed. @throws RequestFault 401 or 403. */
export const authenticate = async (
  request: Request,
  { may, knowsCaller, byItself }: Pick<Endpoint, 'may' | 'knowsCaller' | 'byItself'>,
  { verify, whyOver }: Pick<Sessions, 'verify'> & { whyOver(token: string): Promise<SessionOver> },
  /** Called on a refusal, with the account if it is known. */
  refused: (refusal: RequestFault, account: SignedIn) => Promise<void>,
): Promise<SignedIn | undefined> => {
  const gate = gateOf(may);
  if (gate === 'everybody' && !knowsCaller) return undefined;
  const header = request.headers.authorization;
  if (header === undefined || header === '') {
    if (gate === 'everybody') return undefined;
    throw notSignedIn();
  }
  const token = BEARER.exec(header)?.[1];
  const account = token === undefined ? undefined : await verify(token, { byItself: byItself === true });
  if (!account) throw notSignedIn(token === undefined ? undefined : await whyOver(token));
  if (typeof gate !== 'string' && !gate.some((role) => account.roles.includes(role))) {
    const refusal = gate.some((role) => account.withheld.includes(role))
      ? secondFactorMissing()
      : new RequestFault(403, 'notAllowed', 'You are not allowed to do this');
    await refused(refusal, account);
    throw refusal;
  }
  if (may.fresh && (account.provenAt ?? 0) < Date.now() - STEP_UP) throw stepUpRequired();
  return account;
};
