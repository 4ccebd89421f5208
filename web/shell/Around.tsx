import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Fragment, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { SECOND } from '#domain/shared/instants.ts';
import { useReadOnly } from '../api/readOnly.ts';
import { useSession } from '../api/session.tsx';
import { WakeUps } from '../api/wakeUps.ts';
import { reload } from '../loading/reload.ts';
import { untilItComes } from '../loading/untilItComes.ts';
import { Button } from '../ui/Button.tsx';
import { useGoing } from '../ui/going.ts';
import { LateAnswer } from '../ui/LateAnswer.tsx';
import { UnderwayLine } from '../ui/UnderwayLine.tsx';
import { useOnline } from '../ui/useReach.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

/** ms after which users wonder whether anything happens. */
const SLOW = 8 * SECOND;
/** ms between a page's code and its first query, in which the line would flicker. */
const BETWEEN = 50;

/** First loads that a screen waits for; background refetches do not count. */
const firstAnswers = {
  type: 'active',
  fetchStatus: 'fetching',
  predicate: ({ state }: { state: { status: string } }) => state.status === 'pending',
} as const;

const useFirstAnswers = (): boolean => {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => client.isFetching(firstAnswers) > 0,
  );
};

const useLingering = (on: boolean): boolean => {
  const [lingers, setLingers] = useState(on);
  useEffect(() => {
    if (on) return setLingers(true);
    const timer = setTimeout(() => setLingers(false), BETWEEN);
    return () => clearTimeout(timer);
  }, [on]);
  return on || lingers;
};

/** The progress line while a page or its content loads; when it takes long, it says so and offers a retry. */
const Underway = ({ entering }: { entering: boolean }) => {
  const client = useQueryClient();
  const place = useGoing();
  const going = place !== undefined || entering;
  const loading = useFirstAnswers();
  const underway = useLingering(going || loading);
  const [waited, setWaited] = useState(false);
  useEffect(() => setWaited((before) => underway && (before || place?.late === true)), [underway, place?.late]);
  const [slow, setSlow] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try has its own time
  useEffect(() => {
    if (!underway) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [underway, tries]);
  const again = async () => {
    // Code and the session check cannot be retried separately; a reload covers them.
    if (going) return void reload();
    setTries(tries + 1);
    const asked = client.getQueryCache().findAll(firstAnswers);
    await Promise.all(asked.map((query) => query.cancel({ silent: true })));
    for (const query of asked) void query.fetch().catch(() => undefined);
  };
  return (
    <>
      {underway && <UnderwayLine waited={waited} />}
      <div role="status">
        {underway && slow && (
          <div className="slow">
            <span>This is taking longer than usual.</span>
            <Button size="sm" onClick={again}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </>
  );
};

type Later = { Device: ComponentType; Voice: ComponentType };

/** Deferred: it shows nothing, and a page's initial content is not announced. */
const useLater = (): Partial<Later> => {
  const [arrived, setArrived] = useState<Partial<Later>>({});
  useEffect(() => {
    const add = (later: Partial<Later>) => setArrived((before) => ({ ...before, ...later }));
    void untilItComes(() => import('./Device.tsx')).then(({ Device }) => add({ Device }));
    void untilItComes(() => import('./Voice.tsx')).then(({ Voice }) => add({ Voice }));
  }, []);
  return arrived;
};

/** Connection and loading notices above every page. */
export const Around = () => {
  const { Device, Voice } = useLater();
  const online = useOnline();
  const readOnly = useReadOnly();
  const session = useSession();
  const who = session.status === 'authenticated' && session.user._id;
  return (
    <>
      <div className="offline-region">
        <Underway entering={session.status === 'loading'} />
        <LateAnswer />
        {Device && <Device />}
        <div role="status">
          {online || <p className="offline">You are offline. What you see may be out of date.</p>}
          {online && readOnly && (
            <p className="read-only">You can read everything, but nothing can be changed at the moment.</p>
          )}
        </div>
      </div>
      <RouteAnnouncer />
      {who && (
        <Fragment key={who}>
          {Voice && <Voice />}
          <WakeUps />
        </Fragment>
      )}
    </>
  );
};
