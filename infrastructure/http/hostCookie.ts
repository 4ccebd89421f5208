import type { Request, Response } from 'express';

export type HostCookie = {
  name: string;
  read(request: Request): string | undefined;
  give(response: Response, value: string, until: Date): void;
  takeAway(response: Response): void;
};

/** A cookie that scripts cannot read and that only our own pages send. */
export const openHostCookie = (publicUrl: string, plain: string): HostCookie => {
  const secure = new URL(publicUrl).protocol === 'https:';
  // Browsers let only this host set a cookie with this prefix, and require `Path=/`. Otherwise a neighbouring host could plant its own session.
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

/** Identifies the browser that registered: only there does the link in the e-mail sign in. */
export const openRegistrantCookie = (publicUrl: string): HostCookie => openHostCookie(publicUrl, 'registrant');
