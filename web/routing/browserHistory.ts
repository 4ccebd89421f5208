import { createPath, type Location, NavigationType, type Navigator } from 'react-router-dom';

/** The current location and how it was reached. `keepsScroll`: the address changes without scrolling. */
export type Visit = { location: Location; action: NavigationType; keepsScroll: boolean };

type Listener = (visit: Visit) => void;

export type BrowserHistory = Navigator & { visit: () => Visit; listen: (listener: Listener) => () => void };

type Entry = { key: string; usr: unknown };

const entryWith = (state: unknown): Entry => ({ key: Math.random().toString(36).slice(2, 10), usr: state ?? null });

/** In-page links (`#part`) and a tab's first page have no entry of ours. */
const entryHere = (): Entry => {
  const { state } = window.history;
  if (typeof state?.key === 'string') return state;
  const entry = entryWith(null);
  window.history.replaceState(entry, '');
  return entry;
};

const visitBy = (action: NavigationType, keepsScroll = false): Visit => {
  const { pathname, search, hash } = window.location;
  const { key, usr } = entryHere();
  return { location: { pathname, search, hash, key, state: usr }, action, keepsScroll };
};

/** The window's history, as the router's hooks and links expect it. */
export const browserHistory = (): BrowserHistory => {
  const listeners = new Set<Listener>();
  const tell = (visit: Visit) => {
    for (const listener of listeners) listener(visit);
  };
  const popped = () => tell(visitBy(NavigationType.Pop));
  const createHref: Navigator['createHref'] = (to) => (typeof to === 'string' ? to : createPath(to));
  const goBy =
    (action: NavigationType): Navigator['push'] =>
    (to, state, { preventScrollReset } = {}) => {
      const href = createHref(to);
      // Like browsers: navigating to the current address replaces the entry.
      const { pathname, search, hash } = window.location;
      const again = href === pathname + search + hash;
      if (action === NavigationType.Push && !again) window.history.pushState(entryWith(state), '', href);
      else window.history.replaceState(entryWith(state), '', href);
      tell(visitBy(action, preventScrollReset));
    };
  return {
    createHref,
    push: goBy(NavigationType.Push),
    replace: goBy(NavigationType.Replace),
    go: (steps) => window.history.go(steps),
    visit: () => visitBy(NavigationType.Pop),
    listen: (listener) => {
      if (listeners.size === 0) window.addEventListener('popstate', popped);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('popstate', popped);
      };
    },
  };
};
