import { dateTime } from '../../ui/dates.ts';

type QuoteProps = { who: string; at: string; words: string };

/** A quote with author and time. */
export const Quote = ({ who, at, words }: QuoteProps) => (
  <div>
    <p className="said-head muted">
      {who}
      <time dateTime={at}>{dateTime(at)}</time>
    </p>
    <blockquote>{words}</blockquote>
  </div>
);
