import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** The height of a row before one is drawn, in pixels. */
const USUAL_ROW = 34;
/** Rows that are drawn above and below what is seen. */
const SPARE = 8;
/** Where nothing is laid out. */
const USUAL_HEIGHT = 600;

/** The height of every row: a narrow list has two lines to a row. */
export const rowHeightIn = (list: HTMLElement): number =>
  list.querySelector<HTMLElement>('.event-row')?.offsetHeight || USUAL_ROW;

type View = { top: number; height: number; row: number };

const viewOf = (list: HTMLElement): View => ({
  top: list.scrollTop,
  height: list.clientHeight || USUAL_HEIGHT,
  row: rowHeightIn(list),
});

export type Window = { from: number; to: number; above: number; below: number };

/** The rows of a long list that are in view. `open`: the row with details below it, and their height. */
export const useWindow = (
  box: RefObject<HTMLElement | null>,
  { count, at, open }: { count: number; at: number; open: { index: number; height: number } | undefined },
): Window => {
  const [view, setView] = useState<View>({ top: 0, height: USUAL_HEIGHT, row: USUAL_ROW });
  const { row } = view;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView(viewOf(element));
    look();
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    const sized = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
    sized?.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      sized?.disconnect();
    };
  }, [box]);

  const extra = (index: number) => (open && index > open.index ? open.height : 0);
  // the chosen row comes into view, wherever it was chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened details and later rows do not scroll the list
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || at < 0) return;
    const head = element.querySelector('thead')?.offsetHeight ?? 0;
    const top = at * row + extra(at);
    const room = (element.clientHeight || USUAL_HEIGHT) - head;
    const isAbove = top < element.scrollTop;
    if (!isAbove && top + row <= element.scrollTop + room) return;
    element.scrollTop = isAbove ? top : top + row - room;
    // before the next paint, so that the row is there when its place comes into view
    setView(viewOf(element));
  }, [at, row, box]);

  const rowAt = (y: number) => {
    if (open && y > (open.index + 1) * row) return Math.floor(Math.max((open.index + 1) * row, y - open.height) / row);
    return Math.floor(y / row);
  };
  const from = Math.max(0, Math.min(rowAt(view.top) - SPARE, count));
  const to = Math.min(count, rowAt(view.top + view.height) + SPARE);
  const isOpenIn = open !== undefined && open.index >= from && open.index < to;
  const whole = count * row + (open ? open.height : 0);
  const above = from * row + extra(from);
  return { from, to, above, below: Math.max(0, whole - above - (to - from) * row - (isOpenIn ? open.height : 0)) };
};
