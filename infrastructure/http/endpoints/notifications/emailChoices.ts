import { z } from 'zod';
import { chooseEmails, chosenEmails, unsubscribed } from '#application/contract/mailChoices.ts';
import { access } from '#domain/access/access.ts';
import { CHOOSABLE, type MailChoices } from '#domain/accounts/mailChoices.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, granted } from '../deps.ts';

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
    summary: 'Which emails come at once, once a day or not',
    tag,
    reads: false,
    may: access.account.see.own,
    response: chosenEmails,
    handle: async ({ account }) => ({ body: (await accounts.load(account.id)).state.emails }),
  }),
  endpoint({
    method: 'put',
    path: 'user/emails',
    operationId: 'setEmailChoices',
    summary: 'Choose them; what is not named stays as it is',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    body: chooseEmails,
    response: chosenEmails,
    handle: async (call) => {
      const request = { type: 'ChooseEmails', choices: onlyGiven(call.body) } as const;
      const { state, position } = granted(await accounts.send(call.account.id, request, call.context));
      return { body: state.emails, position };
    },
  }),
  // a person follows the link of a mailbox; whoever only looks at links changes nothing
  endpoint({
    method: 'get',
    path: 'emails/unsubscribe/{token}',
    operationId: 'openUnsubscribePage',
    summary: 'Leads to the page with the button that ends one kind of email',
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
  endpoint({
    method: 'post',
    path: 'emails/unsubscribe/{token}',
    operationId: 'unsubscribe',
    summary: 'End one kind of email, from the mailbox',
    tag,
    limit: 'token',
    may: access.account.do.enter,
    params: tokenParameter,
    response: unsubscribed,
    handle: async ({ params, context }) => {
      const asked = unsubscribing.read(params.token);
      if (!asked) throw new Refused({ code: 'invalidToken' });
      const request = { type: 'ChooseEmails', choices: { [asked.category]: 'off' } } as const;
      const { position } = granted(await accounts.send(asked.accountId, request, context));
      return { body: { message: 'You get no more emails of this kind' }, position };
    },
  }),
];
