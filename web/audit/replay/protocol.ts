import type { AuditEvent } from '#application/contract/audit.ts';
import { type Added, type Clear, type Comparison, openReplay, type Replay } from '#domain/audit/replay/replay.ts';
import { readRowQuery, rowQueryFault } from '#domain/audit/replay/rowQuery.ts';
import { FOLDINGS } from './foldings.ts';

/** Questions of the page to the replay. `open` comes first. */
export type Questions = {
  open: { ask: { stream: string }; answer: true };
  add: { ask: { events: readonly AuditEvent[] }; answer: Added };
  compare: { ask: { a: number; b: number }; answer: Comparison };
  /** `opened`: by revision, fields in clear instead of their masks. `fault`: what is wrong with the query, which then finds every event. */
  find: { ask: { text: string; opened?: Clear }; answer: { revisions: number[]; fault?: string | undefined } };
};
export type Question = { [Kind in keyof Questions]: { kind: Kind } & Questions[Kind]['ask'] }[keyof Questions];
export type AnswerTo<Asked extends Question> = Questions[Asked['kind']]['answer'];

/** A message to the worker, and its answer. */
export type Asked = { id: number; question: Question };
export type Answered = { id: number; answer?: unknown; failed?: string };

/** Answers questions about one history: in a worker, or on the page where no worker runs. */
export const openAnswers = () => {
  let replay: Replay | undefined;
  const opened = (): Replay => {
    if (!replay) throw new Error('no history is open');
    return replay;
  };
  return (question: Question): Questions[keyof Questions]['answer'] => {
    switch (question.kind) {
      case 'open':
        replay ??= openReplay(question.stream, FOLDINGS);
        return true;
      case 'add':
        return opened().add(question.events);
      case 'compare':
        return opened().compare(question.a, question.b);
      case 'find': {
        const fault = rowQueryFault(question.text);
        const query = readRowQuery(fault === undefined ? question.text : '');
        return { fault, revisions: opened().find(query, question.opened) };
      }
    }
  };
};
