import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { untilItComes } from '../loading/untilItComes.ts';
import { classes } from './classes.ts';
import { plainMessages, subscribeToPlain, whenNeeded } from './toast.ts';

const load = () => untilItComes(() => import('./ToastRegion.tsx'));

/** ms: the region comes with the first message, or by itself once the page stands. */
const AFTER_THE_PAGE = 2_000;

/** The messages while the library is missing: a press is answered on a bad line too. Empty it is there, or nothing would be read out. */
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

/** Where messages appear; how, stands in its region. Until its code comes they are shown plainly. */
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
