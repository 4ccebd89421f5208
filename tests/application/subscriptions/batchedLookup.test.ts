import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBatchedLookup } from '#application/subscriptions/batchedLookup.ts';

const shelf = (answers: Record<string, number>) => {
  const asked: (readonly string[])[] = [];
  const find = openBatchedLookup(async (names) => {
    asked.push(names);
    return new Map(Object.entries(answers));
  });
  return { asked, find };
};

test('asks once for all questions of the same turn and gives each its own answer', async () => {
  const { asked, find } = shelf({ one: 1, two: 2 });
  expect(await Promise.all(['one', 'two', 'one', 'none'].map(find))).toEqual([1, 2, 1, undefined]);
  expect(asked).toEqual([['one', 'two', 'none']]);
});

test('gives a question asked during a query a later answer', async () => {
  const answers: Record<string, number> = { one: 1 };
  const { asked, find } = shelf(answers);
  const first = find('one');
  await nextTurn();
  answers.one = 2;
  expect([await first, await find('one')]).toEqual([1, 2]);
  expect(asked).toHaveLength(2);
});

test('reports a failure to all who asked, and asks again next time', async () => {
  let fails = true;
  const find = openBatchedLookup(async () => {
    if (fails) throw new Error('no connection');
    return new Map([['one', 1]]);
  });
  const both = await Promise.allSettled([find('one'), find('two')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await find('one')).toBe(1);
});
