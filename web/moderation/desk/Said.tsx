import { dateTime } from '../../ui/dates.ts';

type SaidProps = { who: string; at: string; words: string };

/** A quote with author and time. */
export const Said = ({ who, at, words }: SaidProps) => (
  <div>
    <p className="said-head muted">
      {who}
      <time dateTime={at}>{dateTime(at)}</time>
    </p>
    <blockquote>{words}</blockquote>
  </div>
);
