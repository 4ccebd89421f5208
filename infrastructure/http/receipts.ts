import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Written } from '#application/streams/command.ts';
import { toBase64 } from '#application/transparency/bytes.ts';
import { placeOf, readEntry } from '#application/transparency/factEntry.ts';
import { receiptText, type StreamEnd, type WrittenEvent, withinHeader } from '#application/transparency/receipt.ts';
import { noteText } from '#application/transparency/signedNote.ts';
import { type NoteSigner, signNote } from '#application/transparency/signing.ts';
import type { Entries } from '../transparency/entries.ts';
import { leafOf } from '../transparency/hashing.ts';

/** All events that a command wrote to one stream. */
export type WrittenTo = Omit<StreamEnd, 'facts'> & { revisions: readonly number[] };

/** The events of a command by stream, in the order of its first writes. */
export const openReceipt = () => {
  const streams = new Map<string, WrittenTo>();
  return {
    wrote: ({ stream, first, revision, hash }: Written): void => {
      const revisions = Array.from({ length: revision - first + 1 }, (_, at) => first + at);
      const before = streams.get(stream)?.revisions ?? [];
      streams.set(stream, { stream, revision, hash, revisions: [...before, ...revisions] });
    },
    streams: (): WrittenTo[] => [...streams.values()],
  };
};

/** The header's value; undefined if nothing was written, or if this process has no log key. */
export type SignReceipt = (by: string, streams: readonly WrittenTo[]) => Promise<string | undefined>;

type Deps = {
  signer: () => NoteSigner | undefined;
  clock: Clock;
  entries: Pick<Entries, 'between'>;
  /** The tree size of the newest head; undefined before the first. */
  sealed: () => Promise<number | undefined>;
  log: Pick<Log, 'warn'>;
};

const eventOf = (entry: string): WrittenEvent => {
  const { revision, position } = placeOf(entry);
  return { revision, id: readEntry(entry).id, position, leaf: toBase64(leafOf(entry)) };
};

export const openReceipts = ({ signer, clock, entries, sealed, log }: Deps): SignReceipt => {
  /** As stored: only there are the time and position of an event known. */
  const readBack = async ({ revisions, ...end }: WrittenTo): Promise<StreamEnd> => {
    const texts = await entries.between(end.stream, Math.min(...revisions), Math.max(...revisions));
    return { ...end, facts: texts.map(eventOf).filter(({ revision }) => revisions.includes(revision)) };
  };

  /** The events are already written, so a shorter receipt is better than a failed answer. */
  const known = async (streams: readonly WrittenTo[]) => {
    try {
      const [head, ...ends] = await Promise.all([sealed(), ...streams.map(readBack)]);
      return { head, ends };
    } catch (error) {
      log.warn({ error: String(error) }, 'a receipt without its events: they could not be read');
      return { head: undefined, ends: streams.map(({ revisions: _, ...end }) => ({ ...end, facts: [] })) };
    }
  };

  return async (by, streams) => {
    const signing = streams.length > 0 ? signer() : undefined;
    if (!signing) return undefined;
    const { head, ends } = await known(streams);
    const madeAt = Math.floor(clock.now() / 1_000);
    const text = receiptText({ origin: signing.key.name, madeAt, by, head, ends: withinHeader(ends) });
    const note = noteText({ text, signatures: [await signNote(text, signing)] });
    return Buffer.from(note).toString('base64url');
  };
};
