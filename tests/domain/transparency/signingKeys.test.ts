import { expect, test } from 'vitest';
import { SYSTEM } from '#domain/shared/actor.ts';
import { type ChangeLogKey, type LogKeyEvent, logKeys } from '#domain/transparency/signingKeys.ts';

const changing = (change: string): ChangeLogKey => ({ type: 'ChangeLogKey', at: 1, by: SYSTEM, change });
const after = (...commands: ChangeLogKey[]): LogKeyEvent[] => {
  const history: LogKeyEvent[] = [];
  for (const command of commands) {
    const decided = logKeys.decide(command, history.reduce(logKeys.evolve, logKeys.initial));
    if (decided.ok) history.push(...decided.value);
  }
  return history;
};

test('stores each key change once', () => {
  expect(after(changing('to b'), changing('to b'), changing('to c'), changing('to b'))).toEqual([
    { type: 'LogKeyChanged', data: { at: 1, change: 'to b' } },
    { type: 'LogKeyChanged', data: { at: 1, change: 'to c' } },
  ]);
});
