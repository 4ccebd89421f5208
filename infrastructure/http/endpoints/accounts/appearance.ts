import { chooseAppearance, chosenAppearance } from '#application/contract/accounts.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, granted } from '../deps.ts';

export const appearanceEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'put',
    path: 'user/appearance',
    operationId: 'setAppearance',
    summary: 'Update palette, contrast and text size; absent ones stay as they are',
    tag: 'User',
    limit: 'settings',
    may: access.account.do.manage,
    body: chooseAppearance,
    response: chosenAppearance,
    handle: async (call) => {
      const { palette, contrast, text } = call.body;
      const choices = { ...(palette && { palette }), ...(contrast && { contrast }), ...(text && { text }) };
      const request = { type: 'ChooseAppearance', choices } as const;
      const { state, position } = granted(await accounts.send(call.account.id, request, call.context));
      return { body: state.appearance, position };
    },
  }),
];
