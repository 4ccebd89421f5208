import type { Answered, AnswerTo, openAnswers, Question } from './protocol.ts';

export type Connection = {
  ask: <Asked extends Question>(question: Asked) => Promise<AnswerTo<Asked>>;
  close: () => void;
};

type Waiting = { question: Question; resolve: (answer: never) => void; reject: (error: unknown) => void };

const startWorker = (): Worker | undefined => {
  if (typeof Worker === 'undefined') return undefined;
  try {
    return new Worker(new URL('./replayWorker.ts', import.meta.url), { type: 'module', name: 'replay' });
  } catch {
    // the browser refuses it
    return undefined;
  }
};

/**
 * The replay of one history, in a worker. Where none runs, or its file does not load, the same code folds on the page: what the replay was
 * told is told again there.
 */
export const openConnection = (stream: string, start = startWorker): Connection => {
  const waiting = new Map<number, Waiting>();
  const told: Question[] = [];
  let onPage: Promise<ReturnType<typeof openAnswers>> | undefined;
  let worker = start();
  let last = 0;
  let isClosed = false;

  const answerHere = async ({ question, resolve, reject }: Waiting): Promise<void> => {
    try {
      const answerTo = await onPage;
      if (!isClosed) resolve(answerTo?.(question) as never);
    } catch (error) {
      reject(error);
    }
  };
  const foldOnPage = (): void => {
    if (onPage) return;
    worker?.terminate();
    worker = undefined;
    const pending = [...waiting.values()];
    waiting.clear();
    const isAnswered = (question: Question) => !pending.some((each) => each.question === question);
    const known = told.filter(isAnswered);
    onPage = import('./protocol.ts').then((code) => {
      const answerTo = code.openAnswers();
      for (const question of known) answerTo(question);
      return answerTo;
    });
    for (const each of pending) void answerHere(each);
  };

  if (worker) {
    worker.addEventListener('error', foldOnPage);
    worker.addEventListener('messageerror', foldOnPage);
    worker.addEventListener('message', ({ data: { id, answer, failed } }: MessageEvent<Answered>) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (failed === undefined) asked?.resolve(answer as never);
      else asked?.reject(new Error(failed));
    });
  } else foldOnPage();

  const ask: Connection['ask'] = (question) =>
    new Promise((resolve, reject) => {
      if (question.kind === 'open' || question.kind === 'add') told.push(question);
      const each: Waiting = { question, resolve, reject };
      if (!worker) return void answerHere(each);
      last += 1;
      waiting.set(last, each);
      worker.postMessage({ id: last, question });
    });

  void ask({ kind: 'open', stream }).catch(() => undefined);
  return {
    ask,
    close: () => {
      isClosed = true;
      worker?.terminate();
      waiting.clear();
    },
  };
};
