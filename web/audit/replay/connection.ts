import { type Answered, type AnswerTo, openAnswers, type Question } from './protocol.ts';

export type Connection = {
  ask: <Asked extends Question>(question: Asked) => Promise<AnswerTo<Asked>>;
  close: () => void;
};

type Waiting = { question: Question; resolve: (answer: never) => void; reject: (error: Error) => void };

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
 * The replay of one history, in a worker. Where none runs, or its file does not load, the same code folds on the page: every question since
 * the first is asked again there.
 */
export const openConnection = (stream: string, start = startWorker): Connection => {
  const waiting = new Map<number, Waiting>();
  /** What the replay knows, for a second start. */
  const told: Question[] = [];
  let onPage: ReturnType<typeof openAnswers> | undefined;
  let worker = start();
  let last = 0;

  const answerHere = ({ question, resolve, reject }: Waiting): void => {
    try {
      resolve(onPage?.(question) as never);
    } catch (error) {
      reject(error as Error);
    }
  };
  const foldOnPage = (): void => {
    worker?.terminate();
    worker = undefined;
    onPage = openAnswers();
    const pending = [...waiting.values()];
    for (const question of told) if (!pending.some((each) => each.question === question)) onPage(question);
    waiting.clear();
    for (const each of pending) answerHere(each);
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
  } else onPage = openAnswers();

  const ask: Connection['ask'] = (question) =>
    new Promise((resolve, reject) => {
      if (question.kind === 'open' || question.kind === 'add') told.push(question);
      const each: Waiting = { question, resolve, reject };
      if (!worker) return answerHere(each);
      last += 1;
      waiting.set(last, each);
      worker.postMessage({ id: last, question });
    });

  void ask({ kind: 'open', stream });
  return {
    ask,
    close: () => {
      worker?.terminate();
      waiting.clear();
    },
  };
};
