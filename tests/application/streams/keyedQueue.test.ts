import { expect, test } from 'vitest';
import { serializeByKey } from '#application/streams/keyedQueue.ts';

const letGo = () => {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { go, gone };
};

test('queues work of the same name, but not of other names', async () => {
  const inLine = serializeByKey();
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

test('reports a failure only to its caller and continues with the next', async () => {
  const inLine = serializeByKey();
  const failing = inLine('a', () => Promise.reject(new Error('no')));
  const next = inLine('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
