import type { ReactNode } from 'react';

export type Event = { label: string; value: ReactNode };

/** Labels and what stands for them, in two columns; a fact without a value is left out. */
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
