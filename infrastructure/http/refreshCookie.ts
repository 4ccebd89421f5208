import type { Request, Response } from 'express';
import type { RefreshToken } from '#application/accounts/sessions.ts';
import { RequestFault } from './errors.ts';
import { openHostCookie } from './hostCookie.ts';

/** The only call that reads the cookie, relative to /api. */
export const RESUME = 'auth/resume';

export type RefreshCookie = {
  name: string;
  /** Whether our own page sent the request. Pages of other sites cannot forge these headers; a program has no cookies to abuse. */
  isOwnPage(request: Request): boolean;
  /** @throws RequestFault 403 or 415 if another site's page could have sent it. */
  read(request: Request): string | undefined;
  /** Null deletes it. */
  give(response: Response, token: RefreshToken | null): void;
};

export const openRefreshCookie = (publicUrl: string): RefreshCookie => {
  const { origin } = new URL(publicUrl);
  const cookie = openHostCookie(publicUrl, 'refresh');

  const isOwnPage = (request: Request): boolean => {
    const site = request.get('sec-fetch-site');
    return site === undefined ? request.get('origin') === origin : site === 'same-origin';
  };

  return {
    name: cookie.name,
    isOwnPage,
    read: (request) => {
      if (!isOwnPage(request)) throw new RequestFault(403, 'notFromHere', 'Only our own pages can use this call');
      if (!request.is('application/json')) throw new RequestFault(415, 'invalidInput', 'The request body must be JSON');
      return cookie.read(request);
    },
    give: (response, token) => {
      if (token) cookie.give(response, token.value, new Date(token.until));
      else cookie.takeAway(response);
    },
  };
};
