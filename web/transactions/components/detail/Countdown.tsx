import { Fragment } from 'react';
import { inWords, timeLeft } from '../../../ui/timeLeft.ts';

const UNITS = ['days', 'hours', 'minutes'] as const;

/** Starts at the largest non-zero unit. It ticks once a minute and is not announced; the date is shown next to it. */
export const Countdown = ({ until, now }: { until: string; now: number }) => {
  const left = timeLeft(until, now);
  const units = UNITS.slice(left.days > 0 ? 0 : left.hours > 0 ? 1 : 2);
  return (
    <div className="countdown" role="timer" aria-live="off" aria-label={inWords(left)}>
      {units.map((unit, index) => (
        <Fragment key={unit}>
          {index > 0 && <i />}
          <div aria-hidden="true">
            <b>{left[unit]}</b>
            <span>{left[unit] === 1 ? unit.slice(0, -1) : unit}</span>
          </div>
        </Fragment>
      ))}
    </div>
  );
};
