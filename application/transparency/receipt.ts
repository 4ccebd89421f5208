import type { Position, StreamName } from '../ports/eventStore.ts';

/** A fact that a command has written. `leaf`: the hash of its entry as it is stored, base64; it covers place, position and time as well. */
export type WrittenEvent = { revision: number; id: string; position: Position; leaf: string };

/**
 * Where a stream ended after a command. The facts of a stream are chained, so that the last one's hash tells of all before it. `facts`:
 * what the command wrote there, as far as it is told; none in receipts of the first version.
 */
export type StreamEnd = { stream: StreamName; revision: number; hash: string; facts: readonly WrittenEvent[] };

/** What the log promises to whoever has sent a command: these facts are in it, or will be with its next head. */
export type Receipt = {
  /** The log, as its heads name it. */
  origin: string;
  /** Epoch seconds. */
  madeAt: number;
  /** The account that has sent it. */
  by: string;
  /** How many facts the newest head sealed then; undefined before the first, and in receipts of the first version. */
  head?: number | undefined;
  ends: readonly StreamEnd[];
};

/** It stands where a head has its size, so that neither can be shown as the other. */
const KIND = 'receipt/2';
const FIRST_KIND = 'receipt';

const FIRST_END = /^(\S{1,200}) (\d{1,7}) ([0-9a-f]{64})$/;
const END = /^end (\S{1,200}) (\d{1,7}) ([0-9a-f]{64})$/;
const EVENT = /^fact (\d{1,7}) (\S{1,64}) (\d{20}) ([A-Za-z0-9+/]{43}=)$/;
const HEAD = /^head (\d{1,15})$/;

/**
 * A command that has written more tells of the first streams and facts, and of each stream its end, which is chained to all of them:
 * proxies refuse an answer whose headers do not fit into 4 kB.
 */
export const MOST_ENDS = 8;
export const MOST_EVENTS = 8;

/** No more than `MOST_FACTS` of them, those of the first streams. */
export const withinHeader = (ends: readonly StreamEnd[]): StreamEnd[] => {
  let room = MOST_EVENTS;
  return ends.slice(0, MOST_ENDS).map((end) => {
    const events = end.facts.slice(0, room);
    room -= events.length;
    return { ...end, facts: events };
  });
};

/** Writes a receipt as the text of a signed note. */
export const receiptText = ({ origin, madeAt, by, head, ends }: Receipt): string => {
  const lines = ends.flatMap(({ stream, revision, hash, facts: events }) => [
    `end ${stream} ${revision} ${hash}`,
    ...events.map((event) => `fact ${event.revision} ${event.id} ${event.position} ${event.leaf}`),
  ]);
  const sealed = head === undefined ? [] : [`head ${head}`];
  return [origin, KIND, `time ${madeAt}`, `by ${by}`, ...sealed, ...lines, ''].join('\n');
};

const endIn = (line: string, form: RegExp): StreamEnd | undefined => {
  const [, stream, revision, hash] = form.exec(line) ?? [];
  return stream && hash ? { stream, revision: Number(revision), hash, facts: [] } : undefined;
};

/** Undefined where a line is neither an end nor a fact behind one. */
const endsIn = (lines: readonly string[]): StreamEnd[] | undefined => {
  const ends: (StreamEnd & { facts: WrittenEvent[] })[] = [];
  for (const line of lines) {
    const end = endIn(line, END);
    const [, revision, id, position, leaf] = EVENT.exec(line) ?? [];
    if (end) ends.push({ ...end, facts: [] });
    else if (id && position && leaf && ends.length > 0)
      ends.at(-1)!.facts.push({ revision: Number(revision), id, position, leaf });
    else return undefined;
  }
  return ends;
};

const firstEndsIn = (lines: readonly string[]): StreamEnd[] | undefined => {
  const ends = lines.map((line) => endIn(line, FIRST_END));
  return ends.every((end) => end !== undefined) ? ends : undefined;
};

/** Reads a receipt of this version, or of the first, without head and facts; undefined for what is no text of one. */
export const readReceipt = (text: string): Receipt | undefined => {
  const [origin, kind, time = '', sender = '', ...lines] = text.split('\n');
  const [, seconds] = /^time (\d{1,12})$/.exec(time) ?? [];
  const [, by] = /^by (\S{1,200})$/.exec(sender) ?? [];
  if (!origin || !seconds || !by || lines.pop() !== '') return undefined;
  if (kind !== KIND && kind !== FIRST_KIND) return undefined;
  const [, head] = (kind === KIND && HEAD.exec(lines[0] ?? '')) || [];
  const ends = kind === KIND ? endsIn(head === undefined ? lines : lines.slice(1)) : firstEndsIn(lines);
  if (!ends || ends.length === 0) return undefined;
  return { origin, madeAt: Number(seconds), by, ...(head !== undefined && { head: Number(head) }), ends };
};
