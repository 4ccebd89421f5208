import { tokenParameter } from '#application/contract/common.ts';
import {
  type EmailChangeAnswer,
  emailChange,
  emailConfirmed,
  emailLink,
  emailLinkToken,
  emailRefused,
  requestEmailChange,
} from '#application/contract/signIn.ts';
import { access } from '#domain/access/access.ts';
import { factorPendingUntil } from '#domain/accounts/factors.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import type { Account, EmailChange } from '#domain/accounts/state.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted } from '../deps.ts';
import { instantOrNull } from './secondFactors.ts';

const tag = 'User';

const answered = (state: Account, change: EmailChange | null, now: number): EmailChangeAnswer => ({
  email: state.email ?? ERASED,
  frozenUntil: instantOrNull(factorPendingUntil(state, now)),
  change: change && {
    email: change.email ?? ERASED,
    requestedAt: new Date(change.requestedAt).toISOString(),
    lapsesAt: new Date(change.lapsesAt).toISOString(),
    confirmed: {
      oldAddress: change.confirmed.includes('oldAddress'),
      newAddress: change.confirmed.includes('newAddress'),
    },
  },
});

export const emailChangeEndpoints = ({ accounts, clock }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'user/email-change',
    operationId: 'getEmailChange',
    summary: 'Get your pending change of e-mail address',
    tag,
    reads: false,
    may: access.account.see.own,
    response: emailChange,
    handle: async ({ account }) => {
      const { state, change } = await accounts.openEmailChangeOf(account.id);
      return { body: answered(state, change, clock.now()) };
    },
  }),
  command({
    method: 'post',
    path: 'user/email-change',
    operationId: 'requestEmailChange',
    summary: `Request a new e-mail address; both addresses must confirm it within ${ACCOUNT_TERMS.emailChange}. A repeat resends the links`,
    tag,
    limit: 'emailChange',
    may: access.account.do.secure,
    body: requestEmailChange,
    response: emailChange,
    run: ({ account, body, context }) => accounts.requestEmailChange(account.id, body.email, context),
    answer: ({ state, change }) => answered(state, change, clock.now()),
  }),
  command({
    method: 'delete',
    path: 'user/email-change',
    operationId: 'cancelEmailChange',
    summary: 'Cancel your change of e-mail address',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    run: ({ account, context }) => accounts.withdrawEmailChange(account.id, context),
  }),
  endpoint({
    method: 'get',
    path: 'auth/email-change',
    operationId: 'getEmailChangeLink',
    summary: 'Get the request behind an e-mail change link; changes nothing',
    tag: 'Auth',
    reads: false,
    limit: 'token',
    may: access.account.do.enter,
    query: tokenParameter,
    response: emailLink,
    handle: async ({ query }) => ({ body: granted(await accounts.lookAtEmailLink(query.token)) }),
  }),
  endpoint({
    method: 'post',
    path: 'auth/email-change/confirm',
    operationId: 'confirmEmailChange',
    summary:
      'Confirm a change of e-mail address by link; the second confirmation completes it and ends all other sessions',
    tag: 'Auth',
    limit: 'token',
    may: access.account.do.enter,
    knowsCaller: true,
    body: emailLinkToken,
    response: emailConfirmed,
    handle: async ({ account, body, context }) => {
      const { position, ...confirmed } = granted(await accounts.confirmEmailChange(body.token, account, context));
      return { body: confirmed, position };
    },
  }),
  command({
    method: 'post',
    path: 'auth/email-change/refuse',
    operationId: 'refuseEmailChange',
    summary: 'Refuse a change of e-mail address by link; from the old address this ends all sessions',
    tag: 'Auth',
    limit: 'token',
    may: access.account.do.enter,
    body: emailLinkToken,
    response: emailRefused,
    run: ({ body, context }) => accounts.refuseEmailChange(body.token, context),
    answer: ({ side }) => ({ side }),
  }),
];
