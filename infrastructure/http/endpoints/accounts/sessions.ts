import type { OpenSession } from '#application/accounts/sessions.ts';
import { type OpenSessions, openSessions } from '#application/contract/signIn.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';

const tag = 'Auth';

const iso = (instant: number): string => new Date(instant).toISOString();

/** The sessions as their owner sees them; `current`: the session of this call. */
export const shownSessions = (sessions: readonly OpenSession[], current: string): OpenSessions['sessions'] =>
  sessions.map(({ sessionId, device, country, openedAt, lastUsedAt }) => ({
    id: sessionId,
    device,
    country,
    current: sessionId === current,
    openedAt: iso(openedAt),
    lastUsedAt: iso(lastUsedAt),
  }));

export const sessionEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'user/sessions',
    operationId: 'listSessions',
    summary: 'List your sessions',
    tag,
    reads: false,
    may: access.account.see.own,
    response: openSessions,
    handle: async ({ account }) => ({
      body: { sessions: shownSessions(await accounts.sessionsOf(account.id), account.sessionId) },
    }),
  }),
  endpoint({
    method: 'delete',
    path: 'user/sessions',
    operationId: 'endOtherSessions',
    summary: 'End all other sessions',
    tag,
    limit: 'settings',
    may: access.account.do.secure,
    handle: async ({ account }) => {
      await accounts.endOtherSessions(account);
      return { status: 204, body: undefined };
    },
  }),
  endpoint({
    method: 'delete',
    path: 'user/sessions/{id}',
    operationId: 'endSession',
    summary: 'End one session',
    tag,
    limit: 'settings',
    may: access.account.do.secure,
    params: idParameter,
    handle: async ({ account, params }) => {
      if (!(await accounts.endSession(account.id, params.id))) throw new Refused({ code: 'sessionNotFound' });
      return { status: 204, body: undefined };
    },
  }),
];
