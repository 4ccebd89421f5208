import type { Clock } from '#application/ports/clock.ts';
import { MOST_ENDS, receiptText, type StreamEnd } from '#application/transparency/receipt.ts';
import { noteText } from '#application/transparency/signedNote.ts';
import { type NoteSigner, signNote } from '#application/transparency/signing.ts';

/** What a command has written, as it is told: where each stream ends, in the order in which the command first wrote to them. */
export const openReceipt = () => {
  const ends = new Map<string, StreamEnd>();
  return {
    wrote: (end: StreamEnd): void => void ends.set(end.stream, end),
    ends: (): StreamEnd[] => [...ends.values()],
  };
};

/** A header's value, or undefined where nothing was written, or this process does not have the key of the log. */
export type SignReceipt = (by: string, ends: readonly StreamEnd[]) => Promise<string | undefined>;

export const openReceipts =
  (signer: () => NoteSigner | undefined, clock: Clock): SignReceipt =>
  async (by, ends) => {
    const signing = ends.length > 0 ? signer() : undefined;
    if (!signing) return undefined;
    const madeAt = Math.floor(clock.now() / 1_000);
    const text = receiptText({ origin: signing.key.name, madeAt, by, ends: ends.slice(0, MOST_ENDS) });
    const note = noteText({ text, signatures: [await signNote(text, signing)] });
    return Buffer.from(note).toString('base64url');
  };
