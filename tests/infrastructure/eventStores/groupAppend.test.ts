import { expect, test } from 'vitest';
import type { PendingAppend } from '#infrastructure/eventStores/pendingAppend.ts';
import { groupAppends } from '#infrastructure/eventStores/postgres/groupAppend.ts';

const append = (stream: string, bytes = 100): PendingAppend => ({
  stream,
  expected: -1,
  events: [],
  bytes,
  resolve: () => undefined,
  reject: () => undefined,
});

/** A writer whose commits end on command. */
const slowWriter = () => {
  const batches: string[][] = [];
  const commits: (() => void)[] = [];
  const appends = groupAppends((batch) => {
    batches.push(batch.map(({ stream }) => stream));
    return new Promise((done) => commits.push(done));
  });
  const commit = async () => {
    const before = batches.length;
    commits.shift()!();
    await Promise.race([appends.idle(), expect.poll(() => batches.length, { interval: 1 }).toBe(before + 1)]);
  };
  return { appends, batches, commit };
};

test('writes a single append at once', () => {
  const { appends, batches } = slowWriter();
  appends.add(append('a'));
  expect(batches).toEqual([['a']]);
});

test('groups appends that arrive during a commit into the next one', async () => {
  const { appends, batches, commit } = slowWriter();
  for (const stream of ['a', 'b', 'c', 'd']) appends.add(append(stream));
  await commit();
  expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
});

test('takes one append per stream and batch, in order of arrival', async () => {
  const { appends, batches, commit } = slowWriter();
  for (const stream of ['x', 'a', 'a', 'b', 'a']) appends.add(append(stream));
  for (let n = 0; n < 3; n++) await commit();
  expect(batches).toEqual([['x'], ['a', 'b'], ['a'], ['a']]);
});

test('limits a batch to 256 appends and 4 MiB', async () => {
  const { appends, batches, commit } = slowWriter();
  appends.add(append('first'));
  for (let n = 0; n < 300; n++) appends.add(append(`many-${n}`));
  for (let n = 0; n < 6; n++) appends.add(append(`large-${n}`, 1024 * 1024));
  for (let n = 0; n < 3; n++) await commit();
  expect(batches.map((batch) => batch.length)).toEqual([1, 256, 47, 3]);
});

test('is idle once everything is written', async () => {
  const { appends, commit } = slowWriter();
  appends.add(append('a'));
  appends.add(append('b'));
  let idle = false;
  const waiting = appends.idle().then(() => {
    idle = true;
  });
  await commit();
  expect(idle).toBe(false);
  await commit();
  await waiting;
  expect(idle).toBe(true);
});
