import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isLoopbackAuthority } from '../system/hosts.ts';
import { RequestFault } from './errors.ts';

/** Every name under which a request says that it was sent: by its target, by its Host, and by what a proxy noted. */
const namesIn = ({ url = '', headersDistinct }: IncomingMessage): string[] => {
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  const { host = [], 'x-forwarded-host': forwardedHost = [], forwarded = [] } = headersDistinct;
  return [
    ...(authority === undefined ? [] : [authority]),
    // a request without Host has no name that could be trusted
    ...(host.length === 0 ? [''] : host),
    ...forwardedHost.flatMap((each) => each.split(',').map((name) => name.trim())),
    ...forwarded.flatMap((each) => [...each.matchAll(/(?:^|[;,])\s*host="?([^";,]*)/gi)].map(([, name = '']) => name)),
  ];
};

/**
 * Outside of production everything is open: mails, the clock, payments, accounts with a known password. A page on another site could read it
 * by a DNS name of its own that leads to this machine, and only the names in the request give that away.
 */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  if (namesIn(request).every(isLoopbackAuthority)) return next();
  throw new RequestFault(
    421,
    'wrongHost',
    'Outside of production this marketplace answers only on its own machine. Open it as localhost.',
  );
};
