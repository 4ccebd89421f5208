import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { untilItComes } from '../loading/untilItComes.ts';
import { classes } from './classes.ts';
import { plainMessages, subscribeToPlain, whenNeeded } from './toast.ts';

const load = () => untilItComes(() => import('./ToastRegion.tsx'));

/** ms: the region loads with the first message, or after the page. */
const AFTER_THE_PAGE = 2_000;

/**
 * Shows messages plainly until the library loads, even on slow connections. Present when empty, or screen readers
 * would miss the first.
 */
const PlainMessages = () => {
  const messages = useSyncExternalStore(subscribeToPlain, plainMessages);
  return (
    <div role="status" className="plain-messages">
      {messages.map(({ kind, message, description }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message has no id, and each is shown once
        <div key={place} className={classes('toast', kind === 'error' && 'bad', kind === 'info' && 'info')}>
          <div>
            {message}
            {description && <p className="toast-text">{description}</p>}
          </div>
        </div>
      ))}
    </div>
  );
};

/** Where messages appear; plain until the region's code loads. */
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
  return (
    <>
      <PlainMessages />
      {Region && <Region onMount={onMount} />}
    </>
  );
};
