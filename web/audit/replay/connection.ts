import type { Answered, AnswerTo, Question } from './protocol.ts';

export type Connection = {
  /** Rejects if the worker fails; the next question starts another one. */
  ask: <Asked extends Question>(question: Asked) => Promise<AnswerTo<Asked>>;
  close: () => void;
};

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

const startWorker = (): Worker =>
  new Worker(new URL('./replayWorker.ts', import.meta.url), { type: 'module', name: 'replay' });

/** The replay of one history, in a worker. After a failure, a new worker first receives the earlier messages again. */
export const openConnection = (stream: string, start = startWorker): Connection => {
  const waiting = new Map<number, Waiting>();
  const told: Question[] = [{ kind: 'open', stream }];
  let worker: Worker | undefined;
  let last = 0;

  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    waiting.clear();
  };
  const fail = (): void => {
    const failed = [...waiting.values()];
    stop();
    for (const { reject } of failed) reject(new Error('The replay has stopped. Please try again.'));
  };
  const hear = ({ data: { id, answer, failed } }: MessageEvent<Answered>): void => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) asked?.resolve(answer as never);
    else asked?.reject(new Error(failed));
  };
  const send = (to: Worker, question: Question): number => {
    last += 1;
    to.postMessage({ id: last, question });
    return last;
  };
  const started = (): Worker => {
    if (worker) return worker;
    const begun = start();
    begun.addEventListener('error', fail);
    begun.addEventListener('messageerror', fail);
    begun.addEventListener('message', hear);
    for (const question of told) send(begun, question);
    worker = begun;
    return begun;
  };

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting.set(send(started(), question), {
          resolve: (answer) => {
            if (question.kind === 'add') told.push(question);
            resolve(answer);
          },
          reject,
        });
      }),
    close: stop,
  };
};
