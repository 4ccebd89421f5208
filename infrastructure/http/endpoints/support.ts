import { supportQuestion } from '#application/contract/accounts.ts';
import { message } from '#application/contract/common.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { type EndpointDeps, granted } from './deps.ts';

export const supportEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'support/contact',
    operationId: 'contactSupport',
    tag: 'User',
    limit: 'asking',
    summary: 'Contact support; the answer comes by e-mail',
    may: access.account.do.manage,
    body: supportQuestion,
    response: message,
    handle: async (call) => {
      const { subject, message: words } = call.body;
      const request = { type: 'ContactSupport', subject: subject || 'A question', message: words } as const;
      const { position } = granted(await accounts.send(call.account.id, request, call.context));
      return { body: { message: 'Your message is on its way. We answer by email, on business days.' }, position };
    },
  }),
];
