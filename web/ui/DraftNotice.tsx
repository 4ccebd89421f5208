import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { dateTime } from './dates.ts';
import { Notice } from './States.tsx';

export const keptOn = (at: number): string =>
  `You have a draft, saved in this browser on ${dateTime(new Date(at).toISOString())}.`;

/** Says that a draft was restored, and offers to discard it. */
export const DraftNotice = ({ children, onAnew }: { children: ReactNode; onAnew: () => unknown }) => {
  const place = useRef<HTMLDivElement>(null);
  const anew = () => {
    // The pressed button disappears.
    place.current?.focus();
    void onAnew();
  };
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {children && (
        <Notice>
          <p>{children}</p>
          <p className="mt-2">
            <Button size="sm" onClick={anew}>
              Delete the draft
            </Button>
          </p>
        </Notice>
      )}
    </div>
  );
};
