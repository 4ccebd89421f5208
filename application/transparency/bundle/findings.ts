import type { StoredEvent } from '../../ports/eventStore.ts';
import type { Bytes } from '../bytes.ts';
import type { Sha256 } from '../hashing.ts';
import type { BundledEvent, BundleIndex } from './bundleFormat.ts';

/** `note`: neither holds nor fails, but belongs to it. `doubt`: nothing is wrong in itself, and only the operator’s word stands for it. */
export type Finding = { kind: 'holds' | 'fails' | 'note' | 'doubt'; says: string };

/** A fact whose leaf is that of its bytes; `event` undefined: withheld. */
export type Known = { fact: BundledEvent; name: string; event: StoredEvent | undefined };

/** What is judged: the index in its shape, and the facts that are what they are said to be, by their names. */
export type ReadBundle = {
  index: BundleIndex;
  files: ReadonlyMap<string, Bytes>;
  facts: ReadonlyMap<string, Known>;
  sha256: Sha256;
};

export const fails = (says: string): Finding => ({ kind: 'fails', says });
export const holds = (says: string): Finding => ({ kind: 'holds', says });
export const inDoubt = (says: string): Finding => ({ kind: 'doubt', says });
export const note = (says: string): Finding => ({ kind: 'note', says });

export const nameOf = ({ stream, revision }: Pick<BundledEvent, 'stream' | 'revision'>): string =>
  `${stream}/${revision}`;

/** Names a fact where a sentence begins: `Revision 5 of transaction-…`. */
export const spoken = (fact: string): string => {
  const at = fact.lastIndexOf('/');
  return `Revision ${fact.slice(at + 1)} of ${fact.slice(0, at)}`;
};
/** Names a fact in the middle of a sentence: `revision 5 of transaction-…`. */
export const spokenOf = (fact: string): string => spoken(fact).replace('R', 'r');

export const some = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

export const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether so many ms are an instant: no date lies further from 1970. */
export const isInstant = (ms: number): boolean => Number.isSafeInteger(ms) && Math.abs(ms) <= 8.64e15;
