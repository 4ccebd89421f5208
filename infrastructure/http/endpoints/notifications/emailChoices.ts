import { z } from 'zod';
import { chooseEmails, chosenEmails, unsubscribed } from '#application/contract/notifications.ts';
import { access } from '#domain/access/access.ts';
import { CHOOSABLE, type MailChoices } from '#domain/accounts/mailChoices.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { command } from '../command.ts';
import type { EndpointDeps } from '../deps.ts';

const tag = 'User';
const tokenParameter = z.object({ token: z.string().max(200) });

const onlyGiven = (
  choices: Partial<Record<keyof MailChoices, MailChoices['sales'] | undefined>>,
): Partial<MailChoices> =>
  Object.fromEntries(CHOOSABLE.flatMap((category) => (choices[category] ? [[category, choices[category]]] : [])));

export const emailChoiceEndpoints = ({ accounts, unsubscribing }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'user/emails',
    operationId: 'getEmailChoices',
    summary: 'Get your e-mail preferences',
    tag,
    reads: false,
    may: access.account.see.own,
    response: chosenEmails,
    handle: async ({ account }) => ({ body: (await accounts.load(account.id)).state.emails }),
  }),
  command({
    method: 'put',
    path: 'user/emails',
    operationId: 'setEmailChoices',
    summary: 'Update your e-mail preferences; absent ones stay as they are',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    body: chooseEmails,
    response: chosenEmails,
    run: (call) => {
      const request = { type: 'ChooseEmails', choices: onlyGiven(call.body) } as const;
      return accounts.send(call.account.id, request, call.context);
    },
    answer: ({ state }) => state.emails,
  }),
  // the link only leads to a page: mail scanners that open links change nothing
  endpoint({
    method: 'get',
    path: 'emails/unsubscribe/{token}',
    operationId: 'openUnsubscribePage',
    summary: 'Redirect to the page that unsubscribes from one kind of e-mail',
    tag,
    reads: false,
    may: access.account.do.enter,
    params: tokenParameter,
    produces: 'text/html',
    success: 303,
    handle: async ({ params }) => ({
      body: undefined,
      stream: async (response) => response.redirect(303, `/unsubscribe?token=${encodeURIComponent(params.token)}`),
    }),
  }),
  command({
    method: 'post',
    path: 'emails/unsubscribe/{token}',
    operationId: 'unsubscribe',
    summary: 'Unsubscribe from one kind of e-mail, from the mail program',
    tag,
    limit: 'token',
    may: access.account.do.enter,
    params: tokenParameter,
    response: unsubscribed,
    run: ({ params, context }) => {
      const asked = unsubscribing.read(params.token);
      if (!asked) throw new Refused({ code: 'invalidToken' });
      const request = { type: 'ChooseEmails', choices: { [asked.category]: 'off' } } as const;
      return accounts.send(asked.accountId, request, context);
    },
    answer: () => ({ message: 'You will get no more emails of this kind' }),
  }),
];
