import { supportQuestion } from '#application/contract/accounts.ts';
import { message } from '#application/contract/common.ts';
import { access } from '#domain/access/access.ts';
import type { Endpoint } from '../endpoint.ts';
import { command } from './command.ts';
import type { EndpointDeps } from './deps.ts';

export const supportEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  command({
    method: 'post',
    path: 'support/contact',
    operationId: 'contactSupport',
    tag: 'User',
    limit: 'asking',
    summary: 'Contact support; the answer comes by e-mail',
    may: access.account.do.manage,
    body: supportQuestion,
    response: message,
    run: (call) => {
      const { subject, message: words } = call.body;
      const request = { type: 'ContactSupport', subject: subject || 'A question', message: words } as const;
      return accounts.send(call.account.id, request, call.context);
    },
    answer: () => ({ message: 'Your message is on its way. We answer by email, on business days.' }),
  }),
];
