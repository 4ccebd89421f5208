import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { EndpointDeps } from './deps.ts';

/** Clients use fetch with the bearer token, because an EventSource sends no headers. */
export const eventEndpoints = ({ eventStreams }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'events',
    operationId: 'streamEvents',
    tag: 'Events',
    reads: false,
    byItself: true,
    summary: 'Stream wake-ups: ready, conversation, notifications, sale; refetch what they name',
    may: access.account.see.own,
    produces: 'text/event-stream',
    handle: async ({ account }) => ({
      body: undefined,
      stream: (response) => eventStreams.serve(account, response),
    }),
  }),
];
