import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** The height of every row, in pixels. The sheet says the same. */
export const ROW = 34;
/** Rows that are drawn above and below what is seen. */
const SPARE = 8;
/** Where nothing is laid out. */
const USUAL_HEIGHT = 600;

export type Window = { from: number; to: number; above: number; below: number };

/** The rows of a long list that are in view. `open`: the row with details below it, and their height. */
export const useWindow = (
  box: RefObject<HTMLElement | null>,
  { count, at, open }: { count: number; at: number; open: { index: number; height: number } | undefined },
): Window => {
  const [view, setView] = useState({ top: 0, height: USUAL_HEIGHT });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight || USUAL_HEIGHT });
    look();
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [box]);

  const extra = (index: number) => (open && index > open.index ? open.height : 0);
  // the chosen row comes into view, wherever it was chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened details and later rows do not scroll the list
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || at < 0) return;
    const head = element.querySelector('thead')?.offsetHeight ?? 0;
    const top = at * ROW + extra(at);
    const room = (element.clientHeight || USUAL_HEIGHT) - head;
    const isAbove = top < element.scrollTop;
    if (!isAbove && top + ROW <= element.scrollTop + room) return;
    element.scrollTop = isAbove ? top : top + ROW - room;
    // before the next paint, so that the row is there when its place comes into view
    setView({ top: element.scrollTop, height: element.clientHeight || USUAL_HEIGHT });
  }, [at, box]);

  const rowAt = (y: number) => {
    if (open && y > (open.index + 1) * ROW) return Math.floor(Math.max((open.index + 1) * ROW, y - open.height) / ROW);
    return Math.floor(y / ROW);
  };
  const from = Math.max(0, Math.min(rowAt(view.top) - SPARE, count));
  const to = Math.min(count, rowAt(view.top + view.height) + SPARE);
  const isOpenIn = open !== undefined && open.index >= from && open.index < to;
  const whole = count * ROW + (open ? open.height : 0);
  const above = from * ROW + extra(from);
  return { from, to, above, below: Math.max(0, whole - above - (to - from) * ROW - (isOpenIn ? open.height : 0)) };
};
