import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';

/** Milliseconds per event while playing. */
const STEP = 900;
/** With more ticks the marks would overlap. */
const MOST_TICKS = 60;

type ReplayProps = {
  revision: number;
  last: number;
  /** Event at `revision`; undefined while loading. */
  event: { type: string; time: string } | undefined;
  onChange: (revision: number) => void;
  children?: ReactNode;
};

/** Steps through revisions with buttons, slider, arrow keys or autoplay. */
export const Replay = ({ revision, last, event, onChange, children }: ReplayProps) => {
  const [playing, setPlaying] = useState(false);
  const ended = revision >= last;
  useEffect(() => {
    if (!playing) return;
    if (ended) return setPlaying(false);
    const timer = setTimeout(() => onChange(revision + 1), STEP);
    return () => clearTimeout(timer);
  }, [playing, ended, revision, onChange]);
  // numbers begin at 0, so the last of ten events is event 9
  const place = `${revision + 1} of ${last + 1}`;
  /** A step past the end does nothing, so its button keeps the focus. */
  const go = (to: number) => {
    setPlaying(false);
    onChange(Math.min(last, Math.max(0, to)));
  };
  const play = () => {
    if (!playing && ended) onChange(0);
    setPlaying(!playing);
  };
  return (
    <section className="replay" aria-label="Audit replay">
      <div className="row">
        <IconButton
          icon="back"
          label="Previous event"
          aria-disabled={revision === 0}
          onClick={() => go(revision - 1)}
        />
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} onClick={play} />
        <IconButton icon="forward" label="Next event" aria-disabled={ended} onClick={() => go(revision + 1)} />
      </div>
      <div className="track">
        <input
          type="range"
          min={0}
          max={last}
          value={revision}
          aria-label="Event"
          aria-valuetext={`Event ${revision}, ${place}${event ? `, ${event.type}` : ''}`}
          style={{ '--p': `${last === 0 ? 100 : (revision / last) * 100}%` } as CSSProperties}
          onChange={({ target }) => go(Number(target.value))}
        />
        {last <= MOST_TICKS && (
          <div className="ticks" aria-hidden="true">
            {Array.from({ length: last + 1 }, (_, tick) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tick is identified by its position
              <i key={tick} className={tick === revision ? 'big' : undefined} />
            ))}
          </div>
        )}
      </div>
      <output>
        <b>Event {revision}</b>
        <span className="muted">
          {place} · {event?.time ?? '…'}
        </span>
      </output>
      {children}
    </section>
  );
};
