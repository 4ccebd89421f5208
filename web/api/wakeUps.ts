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

/** Keeps one stream open until `stop`. Events in a gap are lost, so each later stream refetches everything. */
export const listen = (client: QueryClient): (() => void) => {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let gap = false;
  const onEvent = (name: string) => {
    if (name === 'ready') {
      failures = 0;
      if (gap) refetch(client, Object.keys(CONCERNED).filter(isWakeUp));
      gap = true;
    } else if (isWakeUp(name)) refetch(client, [name]);
  };
  const start = async () => {
    // no renewal possible, no stream
    const token = await freshToken('events').catch(() => '');
    if (token === undefined) return;
    const end = token && (await readEvents({ token, signal: stopped.signal, onEvent }));
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

/** Live updates while the page is visible; a hidden page closes the connection. Polling continues. */
export const WakeUps = (): null => {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const follow = () => {
      stop?.();
      stop = document.visibilityState === 'hidden' ? undefined : listen(client);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop?.();
    };
  }, [client]);
  return null;
};
