import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

type Going = { to: To; replace?: boolean; state?: unknown };

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Going;

/** The library's link without its prefetching of data, which nothing here has and every first page would carry. */
export const Link = ({ to, replace, state, onClick, ...rest }: LinkProps) => {
  const { target } = rest;
  const go = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace && { replace }),
    ...(target && { target }),
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    />
  );
};
