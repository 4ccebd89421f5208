import { useEffect, useLayoutEffect } from 'react';
import type { BrowserHistory, Visit } from './browserHistory.ts';

const KEPT = 'scroll';

let read: Record<string, number> | undefined;

/** px from the top, by the key of the entry in the history. */
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

/** Back and forward, and a reload, find the place that was left; a new page begins at its top, or at the part that is named. */
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
    // Whoever comes back from elsewhere, or has another page open first, is led by the browser.
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
