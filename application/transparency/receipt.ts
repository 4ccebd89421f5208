import type { StreamName } from '../ports/eventStore.ts';

/** Where a stream ended after a command. The facts of a stream are chained, so that the last one's hash tells of all before it. */
export type StreamEnd = { stream: StreamName; revision: number; hash: string };

/** What the log promises to whoever has sent a command: these facts are in it, or will be with its next head. */
export type Receipt = {
  /** The log, as its heads name it. */
  origin: string;
  /** Epoch seconds. */
  madeAt: number;
  /** The account that has sent it. */
  by: string;
  ends: readonly StreamEnd[];
};

/** It stands where a head has its size, so that neither can be shown as the other. */
const KIND = 'receipt';
const END = /^(\S{1,200}) (\d{1,7}) ([0-9a-f]{64})$/;

/** A command that has written to more streams tells of the first ones: proxies refuse an answer whose headers do not fit into 4 kB. */
export const MOST_ENDS = 8;

/** The text of a signed note. */
export const receiptText = ({ origin, madeAt, by, ends }: Receipt): string => {
  const lines = ends.map(({ stream, revision, hash }) => `${stream} ${revision} ${hash}`);
  return [origin, KIND, `time ${madeAt}`, `by ${by}`, ...lines, ''].join('\n');
};

/** Undefined for what is no text of a receipt. */
export const readReceipt = (text: string): Receipt | undefined => {
  const [origin, kind, time = '', sender = '', ...lines] = text.split('\n');
  const [, seconds] = /^time (\d{1,12})$/.exec(time) ?? [];
  const [, by] = /^by (\S{1,200})$/.exec(sender) ?? [];
  if (!origin || kind !== KIND || !seconds || !by || lines.pop() !== '') return undefined;
  const ends = lines.map((line) => {
    const [, stream, revision, hash] = END.exec(line) ?? [];
    return stream && hash ? { stream, revision: Number(revision), hash } : undefined;
  });
  if (ends.length === 0 || !ends.every((end) => end !== undefined)) return undefined;
  return { origin, madeAt: Number(seconds), by, ends };
};
