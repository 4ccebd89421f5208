import { useEffect, useRef } from 'react';
import { useGoing } from './going.ts';

/**
 * Calls `work` once `ms` have passed since `reason` last changed; an undefined reason waits for one. A person who has
 * asked for another screen is not called back: `work` may navigate, and the old screen stays until the next one is here.
 */
export const useLater = (reason: unknown, work: () => void, ms: number | (() => number)): void => {
  const latest = useRef({ work, ms });
  latest.current = { work, ms };
  const isLeaving = useGoing() !== undefined;
  useEffect(() => {
    if (isLeaving || reason === undefined) return;
    const wait = latest.current.ms;
    const timer = setTimeout(() => latest.current.work(), typeof wait === 'number' ? wait : wait());
    return () => clearTimeout(timer);
  }, [isLeaving, reason]);
};
