import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { whenNeeded } from './toast.ts';

const Region = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/** ms: the region comes with the first message, or by itself once the page stands. */
const AFTER_THE_PAGE = 2_000;

const Mounted = ({ onMount }: { onMount: () => void }) => {
  useEffect(onMount, [onMount]);
  return null;
};

/**
 * At the top centre: 4000 ms, three visible, gap 14, width 356 (at most 500), Alt+T. The library swipes away at 45 px where the
 * specification says 20; that distance is a constant in it, the velocity of 0.11 is the same.
 */
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
  if (!wanted) return null;
  return (
    <Suspense>
      <Region
        position="top-center"
        duration={4000}
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        style={{ maxWidth: 500, fontFamily: 'var(--font-sans)' }}
        containerAriaLabel="Messages"
        toastOptions={{
          unstyled: true,
          classNames: { toast: 'toast', error: 'bad', info: 'info', title: 'toast-title', description: 'toast-text' },
        }}
        icons={{ success: <Icon name="check" />, error: <Icon name="warning" />, info: <Icon name="info" /> }}
      />
      <Mounted
        onMount={() => {
          mounted.current = true;
          for (const resolve of waiting.current) resolve();
          waiting.current.clear();
        }}
      />
    </Suspense>
  );
};
