import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { goTo } from './goTo.ts';
import type { Row } from './rows.ts';
import type { Zone } from './zones.ts';

type GoToProps = { rows: readonly Row[]; at: number; zone: Zone; onMove: (revision: number) => void };

/** Takes an event’s number, an instant or a type. */
export const GoTo = ({ rows, at, zone, onMove }: GoToProps) => {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const go = () => {
    if (text.trim() === '') return;
    const found = goTo(text, rows, { zone, at });
    setProblem('problem' in found ? found.problem : undefined);
    if ('revision' in found) onMove(found.revision);
  };
  return (
    <div className="go-to">
      <input
        className="input"
        aria-label="Go to"
        placeholder="9 · 2026-11-24 10:00 · first Dispute*"
        maxLength={80}
        value={text}
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
      <Button size="sm" onClick={go}>
        Go
      </Button>
      {problem && (
        <p className="late" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};
