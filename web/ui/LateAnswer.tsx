import { useEffect, useId, useSyncExternalStore } from 'react';
import { stopWaiting, useLate } from '../api/commands.ts';
import { useNewVersion } from '../loading/newVersion.ts';
import { reload } from '../loading/reload.ts';
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

/** In the dialog that is open, else at the edge of the window: an answer that does not come, and that later parts of this page will not come. */
export const LateAnswer = () => {
  const late = useLate();
  const isOld = useNewVersion();
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
      {isOld && uppermost && (
        <div className="slow">
          <span>
            A new version is here. Reload the page to go on. Drafts are kept, passwords and bank details are not.
          </span>
          <Button size="sm" look="primary" onClick={reload}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
};
