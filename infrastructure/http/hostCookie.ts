import type { Request, Response } from 'express';

export type HostCookie = {
  name: string;
  read(request: Request): string | undefined;
  give(response: Response, value: string, until: Date): void;
  takeAway(response: Response): void;
};

/** A cookie that no script reads and that only our own pages bring along. */
export const openHostCookie = (publicUrl: string, plain: string): HostCookie => {
  const secure = new URL(publicUrl).protocol === 'https:';
  // Browsers let no other host set a name with this prefix, and ask for all paths in return: a neighbour could else lend its own session.
  const name = secure ? `__Host-${plain}` : plain;
  const options = { httpOnly: true, secure, sameSite: 'strict', path: '/' } as const;
  return {
    name,
    read: (request) => {
      const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    give: (response, value, expires) => void response.cookie(name, value, { ...options, expires }),
    takeAway: (response) => void response.clearCookie(name, options),
  };
};

/** Of the browser that has registered an account: the link in its mail signs that one in, and no other. */
export const openRegistrantCookie = (publicUrl: string): HostCookie => openHostCookie(publicUrl, 'registrant');
