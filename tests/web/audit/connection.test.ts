import { expect, test } from 'vitest';
import { openConnection } from '#web/audit/replay/connection.ts';
import { openAnswers } from '#web/audit/replay/protocol.ts';
import { EVENTS, STREAM } from './aStream.ts';

type Message = { data: unknown };

/** A worker that runs the real code until it fails: after so many messages, with those still unanswered. */
const aWorker = (failsAfter = Number.POSITIVE_INFINITY) => {
  const heard = new EventTarget();
  const answerTo = openAnswers();
  let asked = 0;
  let isOver = false;
  return {
    isOver: () => isOver,
    worker: {
      addEventListener: (type: string, listener: (event: Message) => void) =>
        heard.addEventListener(type, (event) => listener(event as unknown as Message)),
      terminate: () => {
        isOver = true;
      },
      postMessage: ({ id, question }: { id: number; question: never }) => {
        asked += 1;
        const event =
          asked > failsAfter
            ? new Event('error')
            : Object.assign(new Event('message'), { data: { id, answer: answerTo(question) } });
        queueMicrotask(() => heard.dispatchEvent(event));
      },
    } as unknown as Worker,
  };
};

const events = EVENTS;
const compared = async (start: () => Worker | undefined) => {
  const { ask } = openConnection(STREAM, start);
  const first = await ask({ kind: 'add', events: events.slice(0, 2) });
  const second = await ask({ kind: 'add', events: events.slice(2) });
  return { first, second, comparison: await ask({ kind: 'compare', a: 1, b: 3 }) };
};

test('answers from a worker, and the same without one', async () => {
  const { worker } = aWorker();
  const inWorker = await compared(() => worker);
  expect(inWorker.second).toMatchObject({ foldsTo: 3, faults: [] });
  expect(inWorker.comparison.after.transaction?.displayStatus).toBe('IN_ESCROW_DISPUTED');
  expect(await compared(() => undefined)).toEqual(inWorker);
});

test.each([0, 1, 2, 3])('goes on at the page when a worker fails after %i messages', async (failsAfter) => {
  const { worker, isOver } = aWorker(failsAfter);
  const whole = await compared(() => aWorker().worker);
  const after = await compared(() => worker);
  expect(after.comparison).toEqual(whole.comparison);
  expect(after.second.foldsTo).toBe(3);
  expect(isOver()).toBe(true);
});

test('reports a question that has no answer', async () => {
  const { ask } = openConnection('log-1', () => undefined);
  await expect(ask({ kind: 'none' } as never)).resolves.toBeUndefined();
  await expect(ask({ kind: 'add', events: null } as never)).rejects.toThrow();
});
