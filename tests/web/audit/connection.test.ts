import { expect, test, vi } from 'vitest';
import { ReplayWorker } from '#tests/support/workers.ts';
import { openConnection } from '#web/audit/replay/connection.ts';
import { EVENTS, STREAM } from './aStream.ts';

const aWorker = () => new ReplayWorker() as unknown as Worker;

/** Fails at this message, counted from 1. */
const failingAt = (message: number): Worker => {
  const worker = new ReplayWorker();
  let fail = (): void => undefined;
  let count = 0;
  return {
    addEventListener: (type: string, listener: () => void) => {
      if (type === 'error') fail = listener;
      else worker.addEventListener(type, listener);
    },
    postMessage: (asked: { id: number; question: never }) => {
      count += 1;
      if (count === message) queueMicrotask(fail);
      else if (count < message) void worker.postMessage(asked);
    },
    terminate: () => worker.terminate(),
  } as unknown as Worker;
};

const first = { kind: 'add', events: EVENTS.slice(0, 2) } as const;
const second = { kind: 'add', events: EVENTS.slice(2) } as const;
const difference = { kind: 'compare', a: 1, b: 3 } as const;

test('folds in a worker', async () => {
  const { ask } = openConnection(STREAM, aWorker);
  await ask(first);
  expect(await ask(second)).toMatchObject({ foldsTo: 3, faults: [] });
  expect((await ask(difference)).after.transaction?.displayStatus).toBe('IN_ESCROW_DISPUTED');
});

test.each([2, 3, 4])(
  'a worker that fails at message %i rejects, and another attempt goes on from there',
  async (message) => {
    const whole = openConnection(STREAM, aWorker);
    for (const question of [first, second]) await whole.ask(question);
    const start = vi.fn(aWorker).mockImplementationOnce(() => failingAt(message));
    const { ask } = openConnection(STREAM, start);
    for (const question of [first, second, difference]) {
      const answer = await ask(question).catch((error: Error) => {
        expect(error.message).toBe('The replay has stopped. Please try again.');
        return ask(question);
      });
      if (question === difference) expect(answer).toEqual(await whole.ask(difference));
    }
    expect(start).toHaveBeenCalledTimes(2);
  },
);

test('a question that the replay cannot answer rejects alone', async () => {
  const { ask } = openConnection(STREAM, aWorker);
  await expect(ask({ kind: 'add', events: null } as never)).rejects.toThrow();
  expect(await ask(first)).toMatchObject({ foldsTo: 1 });
});

test('a browser without workers says so, and a closed replay asks nothing', async () => {
  const none = openConnection(STREAM, () => {
    throw new ReferenceError('Worker is not defined');
  });
  await expect(none.ask(first)).rejects.toThrow('Worker is not defined');
});
