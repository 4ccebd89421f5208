import { message, tokenParameter } from '#application/contract/common.ts';
import {
  factorAdded,
  factorCode,
  factorLink,
  factorLinkToken,
  factorSecret,
  recoveryCodes,
  secondFactor,
  steppedUp,
  stepUp,
} from '#application/contract/secondFactors.ts';
import { access } from '#domain/access/access.ts';
import { factorPendingUntil } from '#domain/accounts/factors.ts';
import { ACCOUNT_TERMS, FACTOR_PENDING, isColleague } from '#domain/accounts/limits.ts';
import { inHours } from '#domain/shared/lengths.ts';
import { addressOf } from '../../../accounts/totp.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { networkOf } from '../../rateLimits.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted } from '../deps.ts';

const tag = 'Auth';

export const instantOrNull = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

export const secondFactorEndpoints = ({ accounts, factors, clock }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'user/step-up',
    operationId: 'stepUp',
    summary: `Confirm your identity again; protected calls are then allowed for ${ACCOUNT_TERMS.stepUp}`,
    tag,
    limit: 'password',
    may: access.account.do.manage,
    body: stepUp,
    response: steppedUp,
    handle: async ({ account, body, ip }) => {
      const { token, refresh } = granted(await accounts.stepUp(account, body, networkOf(ip)));
      return { body: { message: 'Thank you', token }, refresh };
    },
  }),
  endpoint({
    method: 'get',
    path: 'user/second-factor',
    operationId: 'getSecondFactor',
    summary: 'Get the state of your second factors',
    tag,
    reads: false,
    may: access.account.see.own,
    response: secondFactor,
    handle: async ({ account: { id, withheld, roles } }) => {
      const { state } = await accounts.load(id);
      return {
        body: {
          inUse: await factors.has(id),
          passkeys: state.passkeys.length,
          required: isColleague([...roles, ...withheld]),
          recoveryCodesLeft: await factors.codesLeft(id),
          pendingUntil: instantOrNull(factorPendingUntil(state, clock.now())),
        },
      };
    },
  }),
  endpoint({
    method: 'post',
    path: 'user/second-factor',
    operationId: 'beginSecondFactor',
    summary: 'Create a secret for an authenticator app; its first code activates it',
    tag,
    limit: 'settings',
    may: access.account.do.secure,
    response: factorSecret,
    handle: async ({ account: { id } }) => {
      const secret = await factors.begin(id);
      const { username } = (await accounts.load(id)).state;
      return { body: { secret, address: addressOf(secret, username ?? '') } };
    },
  }),
  endpoint({
    method: 'post',
    path: 'user/second-factor/confirm',
    operationId: 'confirmSecondFactor',
    summary: `Activate an authenticator app by its first code; ends all other sessions. The first second factor of an account is pending for ${inHours(FACTOR_PENDING)}`,
    tag,
    limit: 'password',
    may: access.account.do.secure,
    body: factorCode,
    response: factorAdded,
    handle: async ({ account, body, context }) => {
      const { codes, token, refresh, position } = granted(await accounts.addSecondFactor(account, body.code, context));
      return { body: { recoveryCodes: codes, token }, position, refresh };
    },
  }),
  command({
    method: 'post',
    path: 'user/second-factor/recovery-codes',
    operationId: 'createRecoveryCodes',
    summary: 'Create ten new recovery codes; the old ones stop working',
    tag,
    limit: 'password',
    may: access.account.do.secure,
    response: recoveryCodes,
    run: ({ account, context }) => accounts.renewRecoveryCodes(account, context),
    answer: ({ codes }) => ({ recoveryCodes: codes }),
  }),
  command({
    method: 'delete',
    path: 'user/second-factor',
    operationId: 'removeSecondFactor',
    summary: 'Remove the authenticator app',
    tag,
    limit: 'settings',
    may: access.account.do.secure,
    run: ({ account, context }) => accounts.removeSecondFactor(account, context),
  }),
  endpoint({
    method: 'get',
    path: 'auth/second-factor',
    operationId: 'getSecondFactorLink',
    summary: 'Get the state of a link that removes a pending second factor; changes nothing',
    tag,
    reads: false,
    limit: 'token',
    may: access.account.do.enter,
    query: tokenParameter,
    response: factorLink,
    handle: async ({ query }) => {
      const { state, until } = granted(await accounts.lookAtFactorLink(query.token));
      return { body: { state, until: instantOrNull(until) } };
    },
  }),
  command({
    method: 'post',
    path: 'auth/second-factor/disown',
    operationId: 'disownSecondFactor',
    summary: 'Remove a pending second factor by the link in its e-mail; ends all sessions and disables the password',
    tag,
    limit: 'token',
    may: access.account.do.enter,
    body: factorLinkToken,
    response: message,
    run: ({ body, context }) => accounts.disownFactor(body.token, context),
    answer: () => ({ message: 'The second factor has been removed. Please set a new password.' }),
  }),
];
