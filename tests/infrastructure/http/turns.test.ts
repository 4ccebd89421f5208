import { expect, test } from 'vitest';
import { openTurns } from '#infrastructure/http/turns.ts';

const CODES = { own: 'counterfactualRunning', others: 'counterfactualBusy' };

test('refuses a second work of the same person and of another one until the first has ended', async () => {
  const turn = openTurns(CODES);
  let end: (value: string) => void = () => undefined;
  const answered = turn('ada', () => new Promise<string>((resolve) => (end = resolve)));
  await expect(turn('ada', async () => 'second')).rejects.toMatchObject({ code: CODES.own });
  await expect(turn('bert', async () => 'third')).rejects.toMatchObject({ code: CODES.others });
  end('done');
  expect(await answered).toBe('done');
  expect(await turn('bert', async () => 'fourth')).toBe('fourth');
});

test('goes on after a work that failed', async () => {
  const turn = openTurns(CODES);
  const failing = turn('ada', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  expect(await turn('ada', async () => 'again')).toBe('again');
});
