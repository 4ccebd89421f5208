import { useEffect, useRef } from 'react';

export type KeyActions = {
  step: (by: 1 | -1, inLane: boolean) => void;
  setA: () => void;
  setB: () => void;
  search: () => void;
  json: () => void;
  causes: () => void;
  difference: () => void;
  chart: () => void;
  compare: () => void;
  news: () => void;
  help: () => void;
};

const TYPING = 'input:not([type="range"]), textarea, select, [contenteditable], [role="dialog"]';

/** Whether the element needs the key itself. */
const isTaken = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.closest(TYPING) !== null || (key.startsWith('Arrow') && target.matches('[type="range"]')));

/** Keys of the whole screen. A field, a dialog and a slider keep their own. */
export const useKeys = (actions: KeyActions): void => {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
      const { step, setA, setB, search, json, causes, difference, chart, compare, news, help } = current.current;
      const act: Readonly<Record<string, () => void>> = {
        ArrowLeft: () => step(-1, event.shiftKey),
        ArrowRight: () => step(1, event.shiftKey),
        '[': setA,
        ']': setB,
        '/': search,
        j: json,
        c: causes,
        d: difference,
        s: chart,
        x: compare,
        n: news,
        '?': help,
      };
      const does = act[event.key];
      if (!does) return;
      event.preventDefault();
      does();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
