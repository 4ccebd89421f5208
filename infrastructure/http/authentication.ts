import type { Request } from 'express';
import type { Sessions } from '#application/ports/sessions.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { Access, Endpoint, SignedIn } from './endpoint.ts';
import { notSignedIn, RequestFault } from './errors.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,4096}=*)$/i;

/** Auditors read whatever staff read; they change nothing. */
const rolesFor = (access: Access, method: Endpoint['method']): readonly Role[] | undefined => {
  if (access === 'admin') return method === 'get' ? ['admin', 'auditor'] : ['admin'];
  if (access === 'staff') return method === 'get' ? ['staff', 'admin', 'auditor'] : ['staff'];
  return undefined;
};

/**
 * Whoever is signed in, as the endpoint wants it. A token that is sent must be good, also where none is needed.
 * @throws RequestFault 401 or 403.
 */
export const authenticate = async (
  request: Request,
  { access, method }: Pick<Endpoint, 'access' | 'method'>,
  sessions: Sessions,
): Promise<SignedIn | undefined> => {
  if (access === 'public') return undefined;
  const header = request.headers.authorization;
  if (header === undefined || header === '') {
    if (access === 'optional') return undefined;
    throw notSignedIn();
  }
  const token = BEARER.exec(header)?.[1];
  const account = token === undefined ? undefined : await sessions.verify(token);
  if (!account) throw notSignedIn();
  const wanted = rolesFor(access, method);
  if (wanted && !wanted.some((role) => account.roles.includes(role)))
    throw new RequestFault(403, 'notAllowed', 'You are not allowed to do this');
  return account;
};
