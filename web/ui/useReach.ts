import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SECOND } from '#domain/shared/instants.ts';

const ASK_AGAIN = 3 * SECOND;

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** The browser's view of its connection: false is certain, true is not. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

const reaches = (signal: AbortSignal): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status < 500,
    () => false,
  );

/**
 * Whether the server answers; undefined until known. After a failure it polls until the server answers, then calls
 * `onBack`.
 */
export const useReach = (wanted: boolean, onBack: (() => unknown) | undefined): boolean | undefined => {
  const online = useOnline();
  const [reached, setReached] = useState<boolean>();
  const wasAway = useRef(false);
  const back = useRef(onBack);
  back.current = onBack;
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (!online) wasAway.current = true;
    const ask = async () => {
      const isThere = await reaches(leaving.signal);
      if (leaving.signal.aborted) return;
      setReached(isThere);
      if (isThere) return wasAway.current && back.current?.();
      wasAway.current = true;
      timer = setTimeout(ask, ASK_AGAIN);
    };
    void ask();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [wanted, online]);
  return online ? reached : false;
};
