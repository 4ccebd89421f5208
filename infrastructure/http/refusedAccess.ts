import type { Request } from 'express';
import type { SecurityLog } from '#application/audit/securityLog.ts';
import { gateOf } from '#domain/access/right.ts';
import type { WhyNoAccess } from '#domain/audit/securityLog.ts';
import { type Endpoint, Refused, type SignedIn } from './endpoint.ts';
import { RequestFault } from './errors.ts';
import { networkOf } from './rateLimits.ts';

/** The refusals that go to the security log, by code. */
const WHY: Readonly<Record<string, WhyNoAccess>> = {
  secondFactorMissing: 'secondFactorMissing',
  tooNew: 'tooNew',
  ownRole: 'fourEyes',
  ownRoleProposal: 'fourEyes',
  grantedByProposer: 'fourEyes',
  ownDecision: 'fourEyes',
  ownTermination: 'fourEyes',
};

const whyOf = (error: unknown): WhyNoAccess | undefined => {
  if (error instanceof Refused) return error.code === 'notAllowed' ? 'notTheirs' : WHY[error.code];
  if (!(error instanceof RequestFault)) return undefined;
  return error.code === 'notAllowed' ? 'role' : WHY[error.code];
};

/** Logs a refused call to a staff endpoint. */
export const logRefusedAccess = async (
  error: unknown,
  { method, path, may }: Pick<Endpoint, 'method' | 'path' | 'may'>,
  account: SignedIn | undefined,
  request: Request,
  security: Pick<SecurityLog, 'accessRefused'>,
): Promise<void> => {
  const why = whyOf(error);
  if (!account || !why || typeof gateOf(may) === 'string') return;
  const call = `${method.toUpperCase()} ${path}`;
  await security.accessRefused(account.id, { call, why }, networkOf(request.ip ?? ''));
};
