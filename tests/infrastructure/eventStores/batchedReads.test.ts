import { expect, test } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { batchReads, type StreamRead } from '#infrastructure/eventStores/postgres/batchedReads.ts';

/** Answers each read with one event named after it. */
const counting = () => {
  const statements: StreamRead[][] = [];
  const read = batchReads(async (asked) => {
    statements.push([...asked]);
    return asked.map(({ stream, from }) => [{ stream, revision: from } as StoredEvent]);
  });
  return { statements, read };
};

test('reads streams of one turn together, and each caller gets its own', async () => {
  const { statements, read } = counting();
  const answers = await Promise.all([read({ stream: 'a', from: 0 }), read({ stream: 'b', from: 3 })]);
  expect(answers).toEqual([[{ stream: 'a', revision: 0 }], [{ stream: 'b', revision: 3 }]]);
  expect(statements).toHaveLength(1);
});

test('reads a shared stream once, with independent answers', async () => {
  const { statements, read } = counting();
  const [first, second, further] = await Promise.all([
    read({ stream: 'a', from: 0 }),
    read({ stream: 'a', from: 0 }),
    read({ stream: 'a', from: 1 }),
  ]);
  first!.pop();
  expect([first, second, further]).toEqual([[], [{ stream: 'a', revision: 0 }], [{ stream: 'a', revision: 1 }]]);
  expect(statements).toEqual([
    [
      { stream: 'a', from: 0 },
      { stream: 'a', from: 1 },
    ],
  ]);
});

test('reads again for a request during a read, so that no answer is outdated', async () => {
  const answers: (() => void)[] = [];
  const read = batchReads(
    ([asked]) => new Promise((resolve) => answers.push(() => resolve([[asked as unknown as StoredEvent]]))),
  );
  const before = read({ stream: 'a', from: 0 });
  await expect.poll(() => answers.length, { interval: 1 }).toBe(1);
  const after = read({ stream: 'a', from: 0 });
  await expect.poll(() => answers.length, { interval: 1 }).toBe(2);
  for (const answer of answers) answer();
  expect(await Promise.all([before, after])).toHaveLength(2);
});

test('fails all waiting callers with a failed read; the next one starts fresh', async () => {
  let failures = 1;
  const read = batchReads(async (asked) => {
    if (failures-- > 0) throw new Error('away');
    return asked.map(() => []);
  });
  const both = await Promise.allSettled([read({ stream: 'a', from: 0 }), read({ stream: 'b', from: 0 })]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read({ stream: 'a', from: 0 })).toEqual([]);
});

test('reads many streams in portions', async () => {
  const { statements, read } = counting();
  const streams = Array.from({ length: 130 }, (_, place) => `s${place}`);
  const answers = await Promise.all(streams.map((stream) => read({ stream, from: 0 })));
  expect(answers.map(([event]) => event?.stream)).toEqual(streams);
  expect(statements.map(({ length }) => length)).toEqual([64, 64, 2]);
});
