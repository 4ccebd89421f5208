import type { ReactNode } from 'react';

export type Fact = { label: string; value: ReactNode };

/** Labels and what stands for them, in two columns; a fact without a value is left out. */
export const Facts = ({ facts, className = 'facts' }: { facts: readonly (Fact | false)[]; className?: string }) => (
  <dl className={className}>
    {facts
      .filter((fact) => fact !== false)
      .map(({ label, value }) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
