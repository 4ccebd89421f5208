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

/** What a command has written to a stream, all of it. */
export type WrittenTo = Omit<StreamEnd, 'facts'> & { revisions: readonly number[] };

/** What a command has written, as it is told: by stream, in the order in which the command first wrote to them. */
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

/** A header's value, or undefined where nothing was written, or this process does not have the key of the log. */
export type SignReceipt = (by: string, streams: readonly WrittenTo[]) => Promise<string | undefined>;

type Deps = {
  signer: () => NoteSigner | undefined;
  clock: Clock;
  entries: Pick<Entries, 'between'>;
  /** How many facts the newest head seals; undefined before the first. */
  sealed: () => Promise<number | undefined>;
  log: Pick<Log, 'warn'>;
};

const eventOf = (entry: string): WrittenEvent => {
  const { revision, position } = placeOf(entry);
  return { revision, id: readEntry(entry).id, position, leaf: toBase64(leafOf(entry)) };
};

export const openReceipts = ({ signer, clock, entries, sealed, log }: Deps): SignReceipt => {
  /** As they are stored: only there is it known when a fact was recorded, and where. */
  const readBack = async ({ revisions, ...end }: WrittenTo): Promise<StreamEnd> => {
    const texts = await entries.between(end.stream, Math.min(...revisions), Math.max(...revisions));
    return { ...end, facts: texts.map(eventOf).filter(({ revision }) => revisions.includes(revision)) };
  };

  /** What was written is written: a receipt that tells less is better than an answer that fails. */
  const known = async (streams: readonly WrittenTo[]) => {
    try {
      const [head, ...ends] = await Promise.all([sealed(), ...streams.map(readBack)]);
      return { head, ends };
    } catch (error) {
      log.warn({ error: String(error) }, 'a receipt tells of no single facts: they could not be read');
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
