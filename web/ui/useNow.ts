import { useEffect, useState } from 'react';
import { serverNow } from '../api/serverTime.ts';

/** The server's time, updated every minute or as given; hidden tabs catch up when shown. */
export const useNow = (everyMs = 60_000): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const renew = () => setNow(serverNow());
    const timer = setInterval(renew, everyMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
};
