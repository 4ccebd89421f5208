import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WakeUp } from '#application/contract/notifications.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { freshToken } from './client.ts';
import { readEvents } from './eventStream.ts';
import { CASES, MESSAGES, NOTIFICATIONS, PROPOSALS, TRANSACTIONS } from './queryKeys.ts';

const STATS = ['user', 'stats'];
const CONCERNED: Record<WakeUp, QueryKey[]> = {
  conversation: [[MESSAGES], STATS],
  notifications: [[NOTIFICATIONS], [PROPOSALS], STATS],
  sale: [[TRANSACTIONS], STATS],
  cases: CASES,
};

const isWakeUp = (name: string): name is WakeUp => Object.hasOwn(CONCERNED, name);

const FIRST_WAIT = SECOND;
const LONGEST_WAIT = 30 * SECOND;

/** ms before the next try: doubles with each failure, with jitter for a restarting server. */
export const waitBeforeTry = (failures: number, chance: number = Math.random()): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.5 + chance / 2);

const refetch = (client: QueryClient, wakeUps: readonly WakeUp[]): void => {
  for (const key of new Set(wakeUps.flatMap((wakeUp) => CONCERNED[wakeUp])))
    void client.invalidateQueries({ queryKey: key });
};

/** Keeps one stream open until the returned function is called. Events in a gap are lost: refetch after each `ready`. */
export const followEvents = (path: string, onEvent: (name: string) => void): (() => void) => {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const take = (name: string) => {
    if (name === 'ready') failures = 0;
    onEvent(name);
  };
  const start = async () => {
    // no renewal possible, no stream
    const token = await freshToken('events').catch(() => '');
    if (token === undefined) return;
    const end = token && (await readEvents({ path, token, signal: stopped.signal, onEvent: take }));
    if (stopped.signal.aborted || end === 'refused') return;
    timer = setTimeout(() => void start(), waitBeforeTry(failures));
    failures += 1;
  };
  void start();
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
};

/** Refetches what wake-ups name, and everything after a gap. */
export const listen = (client: QueryClient): (() => void) => {
  let gap = false;
  return followEvents('events', (name) => {
    if (isWakeUp(name)) return refetch(client, [name]);
    if (name !== 'ready') return;
    if (gap) refetch(client, Object.keys(CONCERNED).filter(isWakeUp));
    gap = true;
  });
};

/** Runs while the page is visible; a hidden page closes its connections. */
export const whileVisible = (start: () => () => void): (() => void) => {
  let stop: (() => void) | undefined;
  const follow = () => {
    stop?.();
    stop = document.visibilityState === 'hidden' ? undefined : start();
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop?.();
  };
};

/** Live updates of the whole application. Polling continues. */
export const WakeUps = (): null => {
  const client = useQueryClient();
  useEffect(() => whileVisible(() => listen(client)), [client]);
  return null;
};
