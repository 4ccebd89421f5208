import { useSyncExternalStore } from 'react';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { useSession } from '../../../api/session.tsx';
import { countryOfLanguage } from './countryOfLanguage.ts';

const KEY = 'destination';
const listeners = new Set<() => void>();

const offered = (country: string | null | undefined): string | undefined =>
  (offeredCountries() as readonly string[]).find((known) => known === country);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** For visitors: the choice in this browser, or a guess from its languages. */
const chosen = (): string | undefined => {
  const kept = localStorage.getItem(KEY);
  return offered(kept ?? countryOfLanguage(navigator.languages));
};

/** An empty country is a choice too: no totals. */
export const chooseDestination = (country: string): void => {
  localStorage.setItem(KEY, country);
  for (const listener of listeners) listener();
};

/** A member's country, or a visitor's choice; undefined if unknown. */
export const useDestination = (): string | undefined => {
  const session = useSession();
  const ofBrowser = useSyncExternalStore(subscribe, chosen);
  return session.status === 'anonymous' ? ofBrowser : offered(session.user.country);
};
