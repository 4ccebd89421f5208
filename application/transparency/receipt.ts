import type { Position, StreamName } from '../ports/eventStore.ts';

/**
 * An event that a command wrote. `leaf`: base64 hash of its stored entry, which also covers stream, position and
 * time.
 */
export type WrittenEvent = { revision: number; id: string; position: Position; leaf: string };

/**
 * The end of a stream after a command. Its hash covers all earlier events through the chain. `facts`: events the
 * command wrote there, possibly shortened; empty in receipts of the first version.
 */
export type StreamEnd = { stream: StreamName; revision: number; hash: string; facts: readonly WrittenEvent[] };

/** The log's promise to the sender of a command: these events are in the log or will be in its next checkpoint. */
export type Receipt = {
  /** The log's name, as in its checkpoints. */
  origin: string;
  /** Epoch seconds. */
  madeAt: number;
  /** The sender's account. */
  by: string;
  /** Size of the newest checkpoint; undefined before the first, and in receipts of the first version. */
  head?: number | undefined;
  ends: readonly StreamEnd[];
};

/** Domain separation: this line sits where a checkpoint has its size. */
const KIND = 'receipt/2';
const FIRST_KIND = 'receipt';

const FIRST_END = /^(\S{1,200}) (\d{1,7}) ([0-9a-f]{64})$/;
const END = /^end (\S{1,200}) (\d{1,7}) ([0-9a-f]{64})$/;
const EVENT = /^fact (\d{1,7}) (\S{1,64}) (\d{20}) ([A-Za-z0-9+/]{43}=)$/;
const HEAD = /^head (\d{1,15})$/;

/**
 * Limits for large commands, because proxies reject headers above 4 kB. The end of each stream covers its earlier
 * events through the chain.
 */
export const MOST_ENDS = 8;
export const MOST_EVENTS = 8;

/** Keeps at most `MOST_EVENTS` events, those of the first streams. */
export const withinHeader = (ends: readonly StreamEnd[]): StreamEnd[] => {
  let room = MOST_EVENTS;
  return ends.slice(0, MOST_ENDS).map((end) => {
    const events = end.facts.slice(0, room);
    room -= events.length;
    return { ...end, facts: events };
  });
};

/** A receipt as the text of a signed note. */
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

/** Undefined if a line is neither an end nor an event after one. */
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

/** Reads a receipt of this or the first version; undefined otherwise. */
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
