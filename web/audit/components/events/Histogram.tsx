import { type KeyboardEvent, useState } from 'react';
import type { EventHistogram } from '#application/contract/eventSearch.ts';
import { DAY } from '#domain/shared/instants.ts';

type Bar = EventHistogram['bars'][number];

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const daysOf = ({ from, until }: Bar): string => {
  const last = Date.parse(until) - DAY;
  const first = DATE.format(new Date(from));
  return last === Date.parse(from) ? first : `${first} to ${DATE.format(last)}`;
};

export const inWords = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`;

/** `, 1 Nov 2026 to 30 Nov 2026, a bar per day`; empty without bars. */
const spanOf = (bars: readonly Bar[]): string => {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return '';
  const days = (Date.parse(first.until) - Date.parse(first.from)) / DAY;
  return `, ${daysOf({ ...first, until: last.until })}, a bar per ${days === 1 ? 'day' : `${days} days`}`;
};

/** How many events, and what the bars show. */
export const countText = ({ count, estimated, bars }: EventHistogram): string =>
  estimated
    ? `About ${inWords(count)}${spanOf(bars)}. More than 5,000 match, so these are estimates from a sample.`
    : `${inWords(count)}${spanOf(bars)}`;

const MOST_DATES = 5;
const DAY_OF_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const COUNT = new Intl.NumberFormat('en', { notation: 'compact' });

/** The date under a bar; undefined without room for it, as at the end of many. Wide bars have a month. */
const dateUnder = (bars: readonly Bar[], index: number): string | undefined => {
  const bar = bars[index];
  const every = Math.ceil(bars.length / MOST_DATES);
  if (!bar || index % every > 0 || (every > 2 && bars.length - index <= every / 2)) return undefined;
  const isWide = Date.parse(bar.until) - Date.parse(bar.from) >= 28 * DAY;
  return (isWide ? MONTH : DAY_OF_MONTH).format(Date.parse(bar.from)).replace('Sept', 'Sep');
};

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const HEIGHT = 64;

type HistogramProps = EventHistogram & { onChoose: (from: string, until: string) => void };

/** One bar per day, or per some days; a press narrows the search to it. Arrow keys move along the bars. */
export const Histogram = ({ bars, estimated, onChoose }: HistogramProps) => {
  const [reached, setReached] = useState(bars.length - 1);
  const at = Math.min(reached, bars.length - 1);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const next = step(at, bars.length - 1);
    setReached(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="histogram">
      <p className="histogram-counts num" aria-hidden="true">
        <span>{`${estimated ? 'about ' : ''}${COUNT.format(most)}`}</span>
        <span>0</span>
      </p>
      <ul aria-label="Events by day, in UTC" onKeyDown={move}>
        {bars.map((bar, index) => (
          <li key={bar.from}>
            <button
              type="button"
              tabIndex={index === at ? 0 : -1}
              title={`${daysOf(bar)}: ${estimated ? 'about ' : ''}${inWords(bar.count)}`}
              aria-label={`${daysOf(bar)}: ${estimated ? 'about ' : ''}${inWords(bar.count)}`}
              onFocus={() => setReached(index)}
              onClick={() => onChoose(bar.from, bar.until)}
            >
              <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <rect
                  width="10"
                  height={bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * HEIGHT)}
                  y={HEIGHT - (bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * HEIGHT))}
                />
              </svg>
            </button>
            <span aria-hidden="true">{dateUnder(bars, index)}</span>
          </li>
        ))}
      </ul>
      <p className="histogram-zone" aria-hidden="true">
        UTC
      </p>
    </div>
  );
};
