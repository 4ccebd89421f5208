import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { whenNeeded } from './toast.ts';

const Region = lazy(async () => ({ default: (await import('./ToastRegion.tsx')).ToastRegion }));

/** ms: the region comes with the first message, or by itself once the page stands. */
const AFTER_THE_PAGE = 2_000;

/** Where messages appear; how, stands in its region. */
export const Toaster = () => {
  const [wanted, setWanted] = useState(false);
  const waiting = useRef(new Set<() => void>());
  const mounted = useRef(false);
  useEffect(() => {
    whenNeeded(
      () =>
        new Promise((resolve) => {
          if (mounted.current) return resolve();
          waiting.current.add(resolve);
          setWanted(true);
        }),
    );
    const timer = setTimeout(() => setWanted(true), AFTER_THE_PAGE);
    return () => clearTimeout(timer);
  }, []);
  const onMount = useCallback(() => {
    mounted.current = true;
    for (const resolve of waiting.current) resolve();
    waiting.current.clear();
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <Region onMount={onMount} />
    </Suspense>
  );
};
