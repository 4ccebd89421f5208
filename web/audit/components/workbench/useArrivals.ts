import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { Place } from './usePlace.ts';
import { rowHeightIn } from './useWindow.ts';

type Asked = {
  /** The last event that is here. */
  last: number;
  /** The history is here, and followed. */
  isOpen: boolean;
  place: Pick<Place, 'e'>;
  move: (changes: Partial<Place>) => void;
  /** The list of events, which scrolls. */
  list: RefObject<HTMLElement | null>;
};

/** Whether the row before the new ones is in view, or almost. */
const showsEnd = (list: HTMLElement | null, added: number): boolean =>
  !list || list.scrollHeight - list.scrollTop - list.clientHeight <= (added + 1) * rowHeightIn(list);

/**
 * Events that arrive while somebody reads. A reader at the last event goes on to the new one; any other reader keeps the place. `newest`: the
 * last event that the reader has reached. `arrived`: how many came after it.
 */
export const useArrivals = ({ last, isOpen, place, move, list }: Asked) => {
  const [reached, setReached] = useState<number>();
  const at = place.e ?? reached ?? last;
  const hasReached = isOpen && (reached === undefined || at >= last);

  const reach = useCallback(() => {
    setReached(last);
    // a fixed handle B would keep the changes from following
    move({ e: null, b: null });
    list.current?.focus({ preventScroll: true });
  }, [last, move, list]);

  useEffect(() => {
    if (hasReached) setReached(last);
  }, [hasReached, last]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked only when events arrive
  useEffect(() => {
    if (reached === undefined || last <= reached) return;
    if (at === reached && showsEnd(list.current, last - reached)) {
      setReached(last);
      if (place.e !== null) move({ e: null });
    } else if (place.e === null) move({ e: reached });
  }, [last]);

  return { newest: isOpen ? (reached ?? last) : last, arrived: reached === undefined ? 0 : last - reached, reach };
};
