import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isLoopbackAuthority } from '../system/hosts.ts';
import { RequestFault } from './errors.ts';

/** All host names in a request: in its target, in Host and in the headers of a proxy. */
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
 * Outside production everything is open: e-mails, the clock, payments, accounts with known passwords. Another site could reach it by DNS
 * rebinding, which only the host names in the request reveal.
 */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  if (namesIn(request).every(isLoopbackAuthority)) return next();
  throw new RequestFault(
    421,
    'wrongHost',
    'Outside of production this marketplace answers only on its own machine. Open it as localhost.',
  );
};
