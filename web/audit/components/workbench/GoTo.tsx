import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/Button.tsx';
import { EXAMPLES, goTo, noSuchEvent } from './goTo.ts';
import type { Row } from './rows.ts';
import { VIEWS } from './usePlace.ts';
import { ZONES, type Zone } from './zones.ts';

export type GoToProps = {
  rows: readonly Row[];
  at: number;
  zone: Zone;
  /** The whole history is here. */
  isWhole: boolean;
  onMove: (revision: number) => void;
  onKeys: () => void;
};

const PLACES: Readonly<Record<string, string>> = { e: '', at: '', a: 'Handle A: ', b: 'Handle B: ' };
const CHOICES: Readonly<Record<string, readonly string[]>> = { tz: ZONES, view: VIEWS, side: ['moment', 'chart'] };

/** Lists the values of the address that this history does not have. */
const problemsIn = (address: URLSearchParams, last: number): string[] =>
  [...address].flatMap(([name, value]) => {
    const place = PLACES[name];
    if (place !== undefined && value !== '' && !(/^\d+$/.test(value) && Number(value) <= last))
      return [`${place}${noSuchEvent(value.slice(0, 20), last)}`];
    const choices = CHOICES[name];
    return choices && value !== '' && !choices.includes(value)
      ? [`The address says ${name}=${value.slice(0, 20)}, which is not one of ${choices.join(', ')}.`]
      : [];
  });

/** Takes an event’s number, an instant or a kind. Says what it could not find, also of the address. */
export const GoTo = ({ rows, at, zone, isWhole, onMove, onKeys }: GoToProps) => {
  const [address] = useSearchParams();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const go = () => {
    if (text.trim() === '') return;
    const found = goTo(text, rows, { zone, at });
    setProblem('problem' in found ? found.problem : undefined);
    if ('revision' in found) onMove(found.revision);
  };
  const last = rows.at(-1)?.revision ?? 0;
  const ofAddress = isWhole ? problemsIn(address, last) : [];
  const hint = `${EXAMPLES}. Times are ${zone === 'local' ? 'in your own zone' : zone === 'amsterdam' ? 'of Amsterdam' : 'in UTC'}.`;
  return (
    <div className="go-to">
      <input
        className="input"
        aria-label="Go to"
        title={hint}
        placeholder="Number, time or kind"
        maxLength={80}
        value={text}
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
      <Button size="sm" onClick={go}>
        Go
      </Button>
      <Button size="sm" look="quiet" aria-keyshortcuts="?" onClick={onKeys}>
        Keys <kbd>?</kbd>
      </Button>
      {[...(problem === undefined ? [] : [problem]), ...ofAddress].map((words) => (
        <p key={words} className="late" role="alert">
          {words}
        </p>
      ))}
    </div>
  );
};
