import { accountStatus, requestDeletion } from '#application/contract/accounts.ts';
import { access } from '#domain/access/access.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import type { Account } from '#domain/accounts/state.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, granted } from '../deps.ts';

const tag = 'User';

/** The answer of account-status. */
export const accountStatusOf = ({ status, eraseAt }: Account) => {
  if (status === 'none') throw new Error('a session of an account that never registered');
  return { status, eraseAt: eraseAt === null ? null : new Date(eraseAt).toISOString() };
};

export const deletionEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'user/deletion',
    operationId: 'requestAccountDeletion',
    tag,
    limit: 'password',
    summary: `Request the deletion of your account in ${ACCOUNT_TERMS.deletion}; needs the password`,
    may: access.account.do.manage,
    body: requestDeletion,
    response: accountStatus,
    handle: async (call) => {
      const { id } = call.account;
      granted(await accounts.checkOwnPassword(id, call.body.password));
      const written = granted(await accounts.send(id, { type: 'RequestDeletion' }, call.context));
      return { body: accountStatusOf(written.state), position: written.position };
    },
  }),
  endpoint({
    method: 'delete',
    path: 'user/deletion',
    operationId: 'cancelAccountDeletion',
    tag,
    summary: 'Cancel the deletion of your account',
    limit: 'settings',
    may: access.account.do.manage,
    response: accountStatus,
    handle: async (call) => {
      const written = granted(await accounts.send(call.account.id, { type: 'CancelDeletion' }, call.context));
      return { body: accountStatusOf(written.state), position: written.position };
    },
  }),
];
