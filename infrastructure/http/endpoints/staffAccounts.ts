import { accountStream } from '#application/accounts/accountDeps.ts';
import { type AccountFile, accountFile, accountPage, accountSearch, withReason } from '#application/contract/staff.ts';
import type { Position } from '#application/ports/eventStore.ts';
import { accountFileOf } from '#projections/staff/account.ts';
import { searchAccounts } from '#projections/staff/people.ts';
import { type Endpoint, endpoint, type SignedIn } from '../endpoint.ts';
import { asStaff, type EndpointDeps, found, granted, idParameter, READ_OWN_WRITE_MS } from './deps.ts';

const tag = 'Staff';

/** Accounts as staff see them, and what staff do to them and to what they offer. */
export const staffAccountEndpoints = ({ db, journal, accounts, listings, waitFor }: EndpointDeps): Endpoint[] => {
  const view = async (id: string, viewer: SignedIn, position?: Position): Promise<AccountFile> => {
    if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    const { events } = await journal.load(accountStream(id));
    const file = found(await accountFileOf(db, id, events), 'accountNotFound');
    return { ...file, allowed: allowedFor(file, viewer) };
  };

  const changing = (deed: 'suspend' | 'reinstate', summary: string) =>
    endpoint({
      ...{ method: 'post', path: `staff/accounts/{id}/${deed}`, summary, tag },
      access: 'staff',
      params: idParameter,
      body: withReason,
      response: accountFile,
      handle: async (call) => {
        const { id } = call.params;
        const type = deed === 'suspend' ? 'SuspendAccount' : 'ReinstateAccount';
        const request = { type, reason: call.body.reason } as const;
        const { position } = granted(await accounts.executeAndSignOut(id, request, asStaff(call)));
        return { body: await view(id, call.account, position), position };
      },
    });

  return [
    endpoint({
      ...{ method: 'get', path: 'staff/accounts', summary: 'Find accounts by name, e-mail address or id', tag },
      access: 'staff',
      query: accountSearch,
      response: accountPage,
      handle: async ({ query }) => ({ body: await searchAccounts(db, query) }),
    }),
    endpoint({
      ...{ method: 'get', path: 'staff/accounts/{id}', summary: 'One account, without addresses and bank data', tag },
      access: 'staff',
      params: idParameter,
      response: accountFile,
      handle: async ({ params: { id }, account }) => ({ body: await view(id, account) }),
    }),
    changing('suspend', 'Nobody signs in with it until it is reinstated; its sessions end'),
    changing('reinstate', 'The suspension is lifted'),
    endpoint({
      ...{ method: 'post', path: 'staff/listings/{id}/remove', summary: 'Take a listing off the market', tag },
      access: 'staff',
      params: idParameter,
      body: withReason,
      handle: async (call) => {
        const { position } = granted(await listings.remove(call.params.id, call.body.reason, asStaff(call)));
        return { status: 204, body: undefined, position };
      },
    }),
  ];
};

const allowedFor = (
  { status, roles }: Pick<AccountFile, 'status' | 'roles'>,
  viewer: SignedIn,
): AccountFile['allowed'] => {
  if (!viewer.roles.includes('staff') || status === 'deleted') return [];
  if (status === 'suspended') return ['reinstate'];
  return roles.some((role) => role !== 'member') ? [] : ['suspend'];
};
