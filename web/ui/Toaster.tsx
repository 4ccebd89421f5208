import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { whenNeeded } from './toast.ts';
import { untilItComes } from './untilItComes.ts';

const load = () => untilItComes(() => import('./ToastRegion.tsx'));

/** ms: the region comes with the first message, or by itself once the page stands. */
const AFTER_THE_PAGE = 2_000;

/** Where messages appear; how, stands in its region. The page stands without it as long as its code cannot be had. */
export const Toaster = () => {
  const [wanted, setWanted] = useState(false);
  const [Region, setRegion] = useState<ComponentType<{ onMount: () => void }>>();
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
  useEffect(() => {
    if (wanted) void load().then(({ ToastRegion }) => setRegion(() => ToastRegion));
  }, [wanted]);
  const onMount = useCallback(() => {
    mounted.current = true;
    for (const resolve of waiting.current) resolve();
    waiting.current.clear();
  }, []);
  return Region ? <Region onMount={onMount} /> : null;
};
