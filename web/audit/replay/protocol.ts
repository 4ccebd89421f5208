import type { AuditEvent } from '#application/contract/audit.ts';
import { type ParsedQuery, typesMeant } from '#domain/audit/eventQuery.ts';
import { queryWarnings } from '#domain/audit/queryWarnings.ts';
import { type Added, type Clear, type Comparison, openReplay, type Replay } from '#domain/audit/replay/replay.ts';
import { parseRowQuery } from '#domain/audit/replay/rowQuery.ts';
import { eventDefinitions } from '#domain/events.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import { FOLDINGS } from './foldings.ts';

/** Questions of the page to the replay. `open` comes first. */
export type Questions = {
  open: { ask: { stream: string }; answer: true };
  add: { ask: { events: readonly AuditEvent[] }; answer: Added };
  compare: { ask: { a: number; b: number }; answer: Comparison };
  /**
   * `opened`: by revision, fields in clear instead of their masks. `names`: usernames by id. `fault`: why the query cannot be read, which then
   * finds nothing. `warnings`: why it finds less than its writer may expect.
   */
  find: {
    ask: { text: string; opened?: Clear; names?: ReadonlyMap<string, string> };
    answer: { revisions: number[]; fault?: string | undefined; warnings: readonly string[] };
  };
};
export type Question = { [Kind in keyof Questions]: { kind: Kind } & Questions[Kind]['ask'] }[keyof Questions];
export type AnswerTo<Asked extends Question> = Questions[Asked['kind']]['answer'];

/** A message to the worker, and its answer. */
export type Asked = { id: number; question: Question };
export type Answered = { id: number; answer?: unknown; failed?: string };

const EVENT_TYPES = Object.keys(eventDefinitions);

/** As the search over all events says it. */
const faultIn = (parsed: ParsedQuery): string | undefined => {
  if (!parsed.ok) return `Character ${parsed.fault.at + 1}: ${parsed.fault.message}`;
  for (const term of parsed.terms)
    if (term.field === 'type') {
      const unknown = term.values.find((pattern) => typesMeant(pattern, EVENT_TYPES).length === 0);
      if (unknown !== undefined) return `Character ${term.at + 1}: There is no event type “${unknown}”.`;
    }
  return undefined;
};

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
        replay ??= openReplay(question.stream, FOLDINGS, LABELS);
        return true;
      case 'add':
        return opened().add(question.events);
      case 'compare':
        return opened().compare(question.a, question.b);
      case 'find': {
        const parsed = parseRowQuery(question.text);
        const fault = faultIn(parsed);
        if (!parsed.ok || fault !== undefined) return { fault, revisions: [], warnings: [] };
        const { opened: clear, names } = question;
        return {
          revisions: opened().find(parsed.terms, { clear, names }),
          warnings: queryWarnings(parsed.terms),
        };
      }
    }
  };
};
