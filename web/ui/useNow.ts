import { useEffect, useState } from 'react';
import { serverNow } from '../api/serverTime.ts';

/** The server's time, updated every minute or as given; hidden tabs catch up when shown. */
export const useNow = (everyMs = 60_000): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const renew = () => setNow(serverNow());
    let timer: ReturnType<typeof setTimeout>;
    // at the same instant in all components, so two of them never show different lengths for long
    const wait = () => {
      timer = setTimeout(
        () => {
          renew();
          wait();
        },
        everyMs - (serverNow() % everyMs),
      );
    };
    wait();
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
};
