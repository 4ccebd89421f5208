import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { askPersonWith } from '../api/askPerson.ts';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';

// Imported here, after the first page, which has no room for the dialog.
askPersonWith(async (api) => (await import('./StepUp.tsx')).askAgain(api));

/** After the page load: no visit waits for it. */
const push = () => import('../api/push.ts');

/** Screens dispatch this event on success; a shared module would add a file to every page. */
const GOOD_MOMENT = 'good-moment';

/** Failures (private window, lost connection) are retried on the next visit. */
const later = () => undefined;

const useWorker = () => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const begin = () =>
      void push()
        .then(({ registerWorker }) => registerWorker())
        .catch(later);
    if (document.readyState === 'complete') return begin();
    window.addEventListener('load', begin);
    return () => window.removeEventListener('load', begin);
  }, []);
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data, ports }: MessageEvent<{ path?: unknown } | null>) => {
      const path = data?.path;
      if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return;
      ports[0]?.postMessage('going');
      navigate(path);
    };
    worker?.addEventListener('message', hear);
    return () => worker?.removeEventListener('message', hear);
  }, [navigate]);
};

/** Content at the bottom edge stays above this notice (`--said-height`). */
const useRoom = () =>
  useEffect(() => {
    const region = document.querySelector<HTMLElement>('.offline-region');
    if (!region) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--said-height', `${region.offsetHeight}px`));
    observer.observe(region);
    return () => observer.disconnect();
  }, []);

/** Registers the worker, restores push for the account, and offers push. */
export const Device = () => {
  useWorker();
  useRoom();
  const session = useSession();
  const who = session.status === 'authenticated' ? session.user._id : undefined;
  const signedOut = session.status === 'anonymous' && session.ended === null;
  useEffect(() => {
    if (!who && !signedOut) return;
    void push()
      .then(({ resumePush, forgetPush }) => (who ? resumePush(who) : forgetPush()))
      .catch(later);
  }, [who, signedOut]);
  return who ? <Offer key={who} who={who} /> : null;
};

const Offer = ({ who }: { who: string }) => {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    const offer = async () => {
      const { mayBeOffered, loadPush } = await push();
      if (!mayBeOffered()) return;
      const { key } = await loadPush();
      // an earlier offer may have been answered meanwhile
      if (key && mayBeOffered()) setKey(key);
    };
    const hear = () => void offer().catch(later);
    window.addEventListener(GOOD_MOMENT, hear);
    return () => window.removeEventListener(GOOD_MOMENT, hear);
  }, []);
  if (!key) return null;
  const leave = async () => {
    (await push()).neverOffer();
    setKey(undefined);
  };
  const accept = async () => {
    try {
      const { turnOn } = await push();
      if (await turnOn(who, key)) toast.success('Push notifications are on for this device');
    } catch {
      toast.error('Push notifications could not be turned on. Try again in Account Settings.');
    }
    await leave();
  };
  return (
    <section className="slow" aria-label="Push">
      <span>Get notified on this device when something happens to your sales?</span>
      <Button size="sm" look="primary" onClick={accept}>
        Turn on push
      </Button>
      <Button size="sm" look="quiet" onClick={leave}>
        Not now
      </Button>
    </section>
  );
};
