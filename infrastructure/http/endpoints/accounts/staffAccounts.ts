import { accountStream } from '#application/accounts/accountDeps.ts';
import {
  type AccountFile,
  accountFile,
  accountPage,
  accountSearch,
  confirmTermination,
  rejectTermination,
  suspendAccount,
  withReason,
} from '#application/contract/staffAccounts.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { CommandContext, Request } from '#application/streams/command.ts';
import { derivedId } from '#application/streams/derivedId.ts';
import { access } from '#domain/access/access.ts';
import { MASK } from '#domain/access/mask.ts';
import { actingRole } from '#domain/access/right.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { staffActions } from '#domain/accounts/staffActions.ts';
import { accountAccessReason } from '#domain/notifications/accessReasons.ts';
import type { Role } from '#domain/shared/actor.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { abandonedPurchasesIn } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { type Endpoint, endpoint, type SignedIn } from '../../endpoint.ts';
import { openAccountLookedInto, openTraces } from '../audit/accessedRecords.ts';
import { command } from '../command.ts';
import { type EndpointDeps, found, granted, idParameter, READ_OWN_WRITE_MS } from '../deps.ts';
import { openOwnTransaction } from '../transactions/ownTransaction.ts';

const tag = 'Staff' as const;
const LAST_LET_GO = 5;

type StaffCommand = Extract<
  AccountCommand,
  { type: 'SuspendAccount' | 'ReinstateAccount' | 'ProposeTermination' | 'RejectTermination' }
>;

const isTold = (value: string | null): boolean => value !== null && value !== MASK && value !== ERASED;

/** Accounts as staff see them, and the actions of staff on accounts and listings. */
export const staffAccountEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, repository, accounts, clock, listings, waitFor } = deps;
  const leave = openTraces(deps);
  const lookedInto = openAccountLookedInto(deps);

  const ownTransactionBetween = openOwnTransaction(deps);

  const view = async (
    id: string,
    call: Pick<Call, 'account' | 'context'>,
    position?: Position,
  ): Promise<AccountFile> => {
    const { account: viewer, context } = call;
    if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    const { state, history } = await repository.accounts.show(id);
    const file = found(await queries.staff.accountFileOf(id, history, viewer), 'accountNotFound');
    const clear = (['email', 'fullName'] as const).filter((field) => isTold(file[field]));
    await lookedInto({ look: 'accountFile', history, clear }, viewer, context);
    const by = { id: viewer.id, role: actingRole(access.account.do.suspend, viewer.roles) };
    const letGo = abandonedPurchasesIn((await repository.unpaidPurchases.show(id)).history);
    const lastOnes = letGo
      .slice(0, LAST_LET_GO)
      .map(({ how, at, listingId }) => ({ how, at: new Date(at).toISOString(), listing: listingId }));
    const allowed = staffActions(state, {
      at: clock.now(),
      by,
      ownSale: await queries.transactions.shareOpenSale(id, viewer.id),
    });
    return { ...file, letGo: { times: letGo.length, last: lastOnes }, allowed };
  };

  /** Logs that a list showed this account's e-mail address. */
  const listed = async (id: string, viewer: SignedIn, context: CommandContext) => {
    const registered = { of: accountStream(id), revision: 0, event: 'AccountRegistered', concerned: [id] };
    const why = (role: Role) => accountAccessReason('accountList', role);
    await leave({ look: 'accountList', ...registered, clear: ['email'], why }, viewer, context);
  };

  /** Runs an action and answers the account. Ends its sessions if its right to sign in changes. */
  const done = async (call: Call, asked: Request<StaffCommand>) => {
    const { id } = call.params;
    const request = { ...asked, ownSale: await ownTransactionBetween(id, call.account.id) };
    const { position } = granted(await accounts.sendAndSignOut(id, request, call.context));
    return { body: await view(id, call, position), position };
  };

  const action = (operationId: string, name: string, summary: string) => {
    const { suspend, terminate } = access.account.do;
    const may: typeof suspend | typeof terminate = name.startsWith('terminate') ? terminate : suspend;
    const call = { method: 'post', params: idParameter, response: accountFile } as const;
    return { ...call, may, path: `staff/accounts/{id}/${name}`, operationId, summary, tag };
  };

  return [
    endpoint({
      method: 'get',
      path: 'staff/accounts',
      operationId: 'searchAccounts',
      summary: 'Search accounts by name, id, or an e-mail address that you may read',
      tag,
      may: access.account.see.file,
      query: accountSearch,
      response: accountPage,
      handle: async ({ query, account, context }) => {
        const page = await queries.staff.searchAccounts(query, account);
        const addressed = page.accounts.filter(({ email }) => isTold(email));
        await Promise.all(addressed.map(({ _id }) => listed(_id, account, context)));
        return { body: page };
      },
    }),
    endpoint({
      method: 'get',
      path: 'staff/accounts/{id}',
      operationId: 'getAccount',
      summary: 'Get an account, without addresses and bank details',
      tag,
      may: access.account.see.file,
      params: idParameter,
      response: accountFile,
      handle: async (call) => ({ body: await view(call.params.id, call) }),
    }),
    endpoint({
      ...action('suspendAccount', 'suspend', 'Suspend an account and end its sessions'),
      body: suspendAccount,
      handle: (call) => done(call, { type: 'SuspendAccount', ...call.body }),
    }),
    endpoint({
      ...action('reinstateAccount', 'reinstate', 'Lift a suspension, and a termination with it'),
      body: withReason,
      handle: (call) => done(call, { type: 'ReinstateAccount', ...call.body }),
    }),
    endpoint({
      ...action('proposeTermination', 'terminate', 'Propose to terminate a suspended account'),
      body: withReason,
      handle: (call) => {
        const proposalId = derivedId('termination', call.context);
        return done(call, { type: 'ProposeTermination', proposalId, ...call.body });
      },
    }),
    endpoint({
      ...action(
        'confirmTermination',
        'terminate/confirm',
        `Confirm a termination as a second person; the account is erased after ${ACCOUNT_TERMS.objection}`,
      ),
      body: confirmTermination,
      handle: async (call) => {
        const { id } = call.params;
        const proposed = { ...call.body, ownSale: await ownTransactionBetween(id, call.account.id) };
        const { position } = granted(await accounts.confirmTermination(id, proposed, call.context));
        return { body: await view(id, call, position), position };
      },
    }),
    endpoint({
      ...action('rejectTermination', 'terminate/reject', 'Reject a proposed termination, or withdraw your own'),
      body: rejectTermination,
      handle: (call) => done(call, { type: 'RejectTermination', ...call.body }),
    }),
    command({
      method: 'post',
      path: 'staff/listings/{id}/remove',
      operationId: 'removeListing',
      summary: 'Remove a listing from the market',
      tag,
      may: access.listing.do.remove,
      params: idParameter,
      body: withReason,
      run: async ({ params, body, account, context }) => {
        const { sellerId } = (await repository.listings.load(params.id)).state;
        const ownTransaction = await ownTransactionBetween(sellerId, account.id);
        return listings.remove(params.id, { ...body, ownSale: ownTransaction }, context);
      },
    }),
  ];
};

type Call = { params: { id: string }; account: SignedIn; context: CommandContext };
