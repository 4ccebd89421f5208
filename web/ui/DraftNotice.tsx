import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { dateTime } from './dates.ts';
import { Notice } from './States.tsx';

export const keptOn = (at: number): string =>
  `You have a draft, saved in this browser on ${dateTime(new Date(at).toISOString())}.`;

/** Says that a draft was restored, and offers to discard it. */
export const DraftNotice = ({ children, onStartOver }: { children: ReactNode; onStartOver: () => unknown }) => {
  const place = useRef<HTMLDivElement>(null);
  const startOver = () => {
    // The pressed button disappears.
    place.current?.focus();
    void onStartOver();
  };
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {children && (
        <Notice>
          <p>{children}</p>
          <p className="mt-2">
            <Button size="sm" onClick={startOver}>
              Delete the draft
            </Button>
          </p>
        </Notice>
      )}
    </div>
  );
};
