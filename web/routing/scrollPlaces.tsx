import { useEffect, useLayoutEffect } from 'react';
import type { BrowserHistory, Visit } from './browserHistory.ts';

const KEPT = 'scroll';

let read: Record<string, number> | undefined;

/** px from the top, by history key. */
const places = (): Record<string, number> => {
  read ??= JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, number>;
  return read;
};

const decoded = (hash: string): string => {
  try {
    return decodeURIComponent(hash);
  } catch (error) {
    if (error instanceof URIError) return hash;
    throw error;
  }
};

/** Back, forward and reload restore the scroll position; a new page starts at the top or at its anchor. */
export const ScrollPlaces = ({ history, visit }: { history: BrowserHistory; visit: Visit }) => {
  const { location, keepsScroll } = visit;
  const { key, hash } = location;
  useLayoutEffect(() => {
    const keep = () => {
      places()[key] = window.scrollY;
    };
    return history.listen(keep);
  }, [history, key]);
  useLayoutEffect(() => {
    const kept = places()[key];
    const named = hash ? document.getElementById(decoded(hash.slice(1))) : null;
    if (kept !== undefined) window.scrollTo(0, kept);
    else if (named) named.scrollIntoView();
    else if (!keepsScroll) window.scrollTo(0, 0);
  }, [key, hash, keepsScroll]);
  useEffect(() => {
    const here = () => {
      window.history.scrollRestoration = 'manual';
    };
    // Browsers handle the return from another site and the first page.
    const left = () => {
      places()[key] = window.scrollY;
      sessionStorage.setItem(KEPT, JSON.stringify(places()));
      window.history.scrollRestoration = 'auto';
    };
    here();
    window.addEventListener('pageshow', here);
    window.addEventListener('pagehide', left);
    return () => {
      window.removeEventListener('pageshow', here);
      window.removeEventListener('pagehide', left);
    };
  }, [key]);
  return null;
};
