import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';
import { useGoing } from './going.ts';

type Going = { to: To; replace?: boolean; state?: unknown };

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Going;

/**
 * The library's link without data prefetching, which nothing uses and every first page would carry. Highlighted from
 * the press until its page is shown.
 */
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
