import type { CSSProperties } from 'react';
import type { Step } from '../../lifecycle.ts';

const CLASS = { past: 'past', now: 'now', ahead: undefined } as const;
const SAID = { past: 'Done', now: 'Now', ahead: 'Upcoming' } as const;

export const Steps = ({ steps }: { steps: Step[] }) => (
  <ol className="steps" style={{ '--n': steps.length } as CSSProperties} aria-label="Escrow lifecycle">
    {steps.map(({ label, note, state }) => (
      <li key={label} className={CLASS[state]} aria-current={state === 'now' ? 'step' : undefined}>
        <span className="sr-only">{SAID[state]}: </span>
        {label}
        {note && <small>{note}</small>}
      </li>
    ))}
  </ol>
);
