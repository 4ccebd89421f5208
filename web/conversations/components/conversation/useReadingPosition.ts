import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationMessage } from '#application/contract/conversations.ts';

/** px from the end that still count as the end. */
const NEAR = 48;

/** `top`: px from the start of the list to its first message. */
type Seen = { first: string | undefined; last: string | undefined; top: number };

const topOf = (log: HTMLElement, message: string | undefined): number =>
  (message && log.querySelector<HTMLElement>(`[data-message="${message}"]`)?.offsetTop) || 0;

/**
 * Keeps the scroll position in a list that grows at both ends. A new message is followed only from the end, or if it
 * is the reader's own.
 */
export const useReadingPosition = (messages: readonly ConversationMessage[], viewer: string) => {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  /** The list's height when its end was last kept in view; undefined before the first measurement. */
  const height = useRef<number>(undefined);
  const seen = useRef<Seen>({ first: undefined, last: undefined, top: 0 });
  const [missed, setMissed] = useState(false);

  const toNewest = useCallback(() => {
    const log = box.current;
    if (!log) return;
    log.scrollTop = log.scrollHeight;
    atEnd.current = true;
    setMissed(false);
  }, []);

  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    const before = seen.current;
    const newest = messages.at(-1);
    const isNew = newest?._id !== before.last;
    if (isNew && (atEnd.current || newest?.sender._id === viewer)) toNewest();
    else {
      // not the list's growth: a new message may have come with older ones
      if (messages[0]?._id !== before.first) log.scrollTop += topOf(log, before.first) - before.top;
      if (isNew) setMissed(true);
    }
    const first = messages[0]?._id;
    seen.current = { first, last: newest?._id, top: topOf(log, first) };
  }, [messages, viewer, toNewest]);

  // On rotation or when a keyboard opens, keep the end visible.
  useEffect(() => {
    const log = box.current;
    if (!log) return;
    const observer = new ResizeObserver(() => {
      height.current = log.clientHeight;
      if (atEnd.current) log.scrollTop = log.scrollHeight;
    });
    observer.observe(log);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const log = box.current;
    if (!log) return;
    // a rotation scrolls before the observer runs; that is not the reader
    if (height.current !== undefined && height.current !== log.clientHeight) return;
    atEnd.current = log.scrollHeight - log.clientHeight - log.scrollTop < NEAR;
    if (atEnd.current) setMissed(false);
  };
  return { box, onScroll, missed, toNewest };
};
