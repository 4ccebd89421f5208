import type { StoredEvent } from '../../ports/eventStore.ts';
import type { Bytes } from '../bytes.ts';
import type { Sha256 } from '../hashing.ts';
import type { BundledEvent, BundleIndex } from './bundleFormat.ts';

/** `note`: neither good nor bad. `doubt`: nothing is wrong, but only the operator vouches for it. */
export type Finding = { kind: 'holds' | 'fails' | 'note' | 'doubt'; says: string };

/** An event whose bytes match its leaf. `event` undefined: withheld. */
export type Known = { fact: BundledEvent; name: string; event: StoredEvent | undefined };

/** Input of the checks: the parsed index, and the events whose hash matches, by name. */
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

/** An event's name at the start of a sentence: `Revision 5 of transaction-…`. */
export const spoken = (fact: string): string => {
  const at = fact.lastIndexOf('/');
  return `Revision ${fact.slice(at + 1)} of ${fact.slice(0, at)}`;
};
/** An event's name within a sentence: `revision 5 of transaction-…`. */
export const spokenOf = (fact: string): string => spoken(fact).replace('R', 'r');

export const some = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

export const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether this many ms are a valid date: the range ends here. */
export const isInstant = (ms: number): boolean => Number.isSafeInteger(ms) && Math.abs(ms) <= 8.64e15;
