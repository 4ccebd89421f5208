import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';
import { useGoing } from './going.ts';

type Going = { to: To; replace?: boolean; state?: unknown };

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Going;

/** The library's link without its prefetching of data, which nothing here has and every first page would carry. It is lit from the press until its page is there. */
export const Link = ({ to, replace, state, onClick, ...rest }: LinkProps) => {
  const { target } = rest;
  const go = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace && { replace }),
    ...(target && { target }),
  });
  const href = useHref(to);
  return (
    <a
      {...rest}
      href={href}
      data-going={useGoing()?.path === href || undefined}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    />
  );
};
