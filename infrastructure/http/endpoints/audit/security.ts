import { securityPage, securityQuery } from '#application/contract/audit.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';

/** Sign-ins, refusals and changes of rights. */
export const auditSecurityEndpoints = ({ queries }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'audit/security',
    operationId: 'getSecurityLog',
    summary: 'List security events: sign-ins, refusals, changes of roles, passwords and second factors',
    tag: 'Audit',
    may: access.history.see.security,
    query: securityQuery,
    response: securityPage,
    handle: async ({ query, account }) => ({ body: await queries.security.securityFacts(query, account) }),
  }),
];
