import type { Request, Response } from 'express';
import type { RefreshToken } from '#application/ports/sessions.ts';
import { RequestFault } from './errors.ts';

/** The call that reads the cookie, below /api: no other does. */
export const RESUME = 'auth/resume';

export type RefreshCookie = {
  name: string;
  /** Whether a page of ours asks: no page of others can say so, and a program has no cookies that somebody else could use. */
  isOwnPage(request: Request): boolean;
  /** @throws RequestFault 403 or 415 for what a page of others could have sent. */
  read(request: Request): string | undefined;
  /** Null takes it away. */
  give(response: Response, token: RefreshToken | null): void;
};

export const openRefreshCookie = (publicUrl: string): RefreshCookie => {
  const { origin, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // Browsers let no other host set a name with this prefix, and ask for all paths in return: a neighbour could else lend its own session.
  const name = secure ? '__Host-refresh' : 'refresh';
  const options = { httpOnly: true, secure, sameSite: 'strict', path: '/' } as const;

  const isOwnPage = (request: Request): boolean => {
    const site = request.get('sec-fetch-site');
    return site === undefined ? request.get('origin') === origin : site === 'same-origin';
  };

  return {
    name,
    isOwnPage,
    read: (request) => {
      if (!isOwnPage(request)) throw new RequestFault(403, 'notFromHere', 'Only our own pages may ask for this');
      if (!request.is('application/json')) throw new RequestFault(415, 'invalidInput', 'The request body must be JSON');
      const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    give: (response, token) => {
      if (token) response.cookie(name, token.value, { ...options, expires: new Date(token.until) });
      else response.clearCookie(name, options);
    },
  };
};
