import { expect, test } from 'vitest';
import { openLines } from '#application/streams/keyedQueue.ts';

const letGo = () => {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { go, gone };
};

test('work of one name waits for what came before it, other names do not', async () => {
  const inLine = openLines();
  const { go, gone } = letGo();
  const done: string[] = [];
  const first = inLine('a', async () => {
    await gone;
    done.push('first');
  });
  const second = inLine('a', async () => void done.push('second'));
  await inLine('b', async () => void done.push('other'));
  expect(done).toEqual(['other']);
  go();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('what fails tells only whoever sent it, and the next goes on', async () => {
  const inLine = openLines();
  const failing = inLine('a', () => Promise.reject(new Error('no')));
  const next = inLine('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
