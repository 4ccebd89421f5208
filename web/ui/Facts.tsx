import type { ReactNode } from 'react';

export type Event = { label: string; value: ReactNode };

/** Labels and values in two columns; entries without a value are omitted. */
export const Facts = ({
  facts: events,
  className = 'facts',
}: {
  facts: readonly (Event | false)[];
  className?: string;
}) => (
  <dl className={className}>
    {events
      .filter((event) => event !== false)
      .map(({ label, value }) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
