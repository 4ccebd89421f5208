import { useEffect, useId, useSyncExternalStore } from 'react';
import { stopWaiting, useLate } from '../api/commands.ts';
import { Button } from './Button.tsx';

let places: readonly string[] = [];
const listeners = new Set<() => void>();

const become = (next: readonly string[]): void => {
  places = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Of the page and the dialogs over it the uppermost: nobody reaches what is below. */
const useUppermost = (): boolean => {
  const place = useId();
  useEffect(() => {
    become([...places, place]);
    return () => become(places.filter((other) => other !== place));
  }, [place]);
  return useSyncExternalStore(subscribe, () => places.at(-1) === place);
};

/** What somebody has done and waits for, while no answer comes: in the dialog that is open, else at the edge of the window. */
export const LateAnswer = () => {
  const late = useLate();
  const uppermost = useUppermost();
  return (
    <div role="status" className="late-answer">
      {late && uppermost && (
        <div className="slow">
          <span>No answer has come yet.</span>
          <Button size="sm" onClick={stopWaiting}>
            Stop waiting
          </Button>
        </div>
      )}
    </div>
  );
};
