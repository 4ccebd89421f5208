import { session } from '#application/contract/accounts.ts';
import {
  newPasskey,
  type Passkeys as OwnPasskeys,
  passkeys as ownPasskeys,
  passkeyAdded,
  passkeyCreation,
  passkeyRequest,
  passkeySignIn,
} from '#application/contract/secondFactors.ts';
import { access } from '#domain/access/access.ts';
import { FACTOR_PENDING } from '#domain/accounts/limits.ts';
import type { Account } from '#domain/accounts/state.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { inHours } from '#domain/shared/lengths.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted, idParameter } from '../deps.ts';
import { arrivalOf, NOT_IN, signedIn } from './signIn.ts';

const tag = 'Auth';

/** The passkeys of an account, as its owner sees them. */
export const passkeysOf = async (
  account: AccountId,
  { passkeys: known }: Account,
  passkeys: EndpointDeps['passkeys'],
): Promise<OwnPasskeys['passkeys']> => {
  const used = await passkeys.lastUsed(account);
  return known.map(({ id, name, addedAt }) => {
    const lastUsed = used.get(id);
    return {
      id,
      name: name ?? ERASED,
      addedAt: new Date(addedAt).toISOString(),
      lastUsedAt: lastUsed === undefined ? null : new Date(lastUsed).toISOString(),
    };
  });
};

export const passkeyEndpoints = ({ accounts, passkeys }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'auth/passkey/options',
    operationId: 'getPasskeySignInOptions',
    summary: 'Get the options for a sign-in by passkey; names no account',
    tag,
    limit: 'passkey',
    may: access.account.do.enter,
    response: passkeyRequest,
    handle: async () => ({ body: await accounts.askAnyPasskey() }),
  }),
  endpoint({
    method: 'post',
    path: 'auth/passkey',
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey alone',
    tag,
    limit: 'passkey',
    may: access.account.do.enter,
    refuses: NOT_IN,
    body: passkeySignIn,
    response: session,
    handle: async ({ body: { passkey, device }, ...call }) =>
      signedIn(granted(await accounts.signInByPasskey(passkey, arrivalOf(call, device)))),
  }),
  endpoint({
    method: 'post',
    path: 'user/step-up/options',
    operationId: 'getStepUpOptions',
    summary: 'Get the options to confirm your identity by passkey',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    response: passkeyRequest,
    handle: async ({ account: { id } }) => ({ body: await accounts.askPasskeyOf(id) }),
  }),
  endpoint({
    method: 'get',
    path: 'user/passkeys',
    operationId: 'listPasskeys',
    summary: 'List your passkeys',
    tag,
    reads: false,
    may: access.account.see.own,
    response: ownPasskeys,
    handle: async ({ account }) => {
      const { state } = await accounts.load(account.id);
      return { body: { passkeys: await passkeysOf(account.id, state, passkeys) } };
    },
  }),
  endpoint({
    method: 'post',
    path: 'user/passkeys/options',
    operationId: 'getPasskeyCreationOptions',
    summary: 'Get the options to create a passkey',
    tag,
    limit: 'settings',
    may: access.account.do.secure,
    response: passkeyCreation,
    handle: async ({ account: { id } }) => ({ body: await accounts.beginPasskey(id) }),
  }),
  endpoint({
    method: 'post',
    path: 'user/passkeys',
    operationId: 'addPasskey',
    summary: `Add a passkey; ends all other sessions. The first second factor of an account is pending for ${inHours(FACTOR_PENDING)}`,
    tag,
    limit: 'password',
    may: access.account.do.secure,
    success: 201,
    body: newPasskey,
    response: passkeyAdded,
    handle: async ({ account, body, context }) => {
      const { passkeyId, codes, token, refresh, position } = granted(await accounts.addPasskey(account, body, context));
      return { body: { id: passkeyId, recoveryCodes: codes, token }, position, refresh };
    },
  }),
  command({
    method: 'delete',
    path: 'user/passkeys/{id}',
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    tag,
    limit: 'settings',
    may: access.account.do.secure,
    params: idParameter,
    run: ({ account, params, context }) => accounts.removePasskey(account, params.id, context),
  }),
];
