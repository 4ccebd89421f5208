import { chooseAppearance, chosenAppearance } from '#application/contract/accounts.ts';
import { access } from '#domain/access/access.ts';
import type { Endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import type { EndpointDeps } from '../deps.ts';

export const appearanceEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  command({
    method: 'put',
    path: 'user/appearance',
    operationId: 'setAppearance',
    summary: 'Update palette, contrast and text size; absent ones stay as they are',
    tag: 'User',
    limit: 'settings',
    may: access.account.do.manage,
    body: chooseAppearance,
    response: chosenAppearance,
    run: (call) => {
      const { palette, contrast, text } = call.body;
      const choices = { ...(palette && { palette }), ...(contrast && { contrast }), ...(text && { text }) };
      const request = { type: 'ChooseAppearance', choices } as const;
      return accounts.send(call.account.id, request, call.context);
    },
    answer: ({ state }) => state.appearance,
  }),
];
