import type { KeptReceipts } from '#application/contract/transparency.ts';
import { fromBase64, toBase64, utf8 } from '#application/transparency/bytes.ts';
import { chainHash } from '#application/transparency/factChain.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { type Receipt, readReceipt, type StreamEnd } from '#application/transparency/receipt.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { type NoteKey, readKeyText, readNote, signaturesBy } from '#application/transparency/signedNote.ts';
import { signerAmong } from '#application/transparency/signing.ts';
import { verifyEd25519 } from './ed25519.ts';
import { keysOfLog } from './logKeys.ts';
import { hashing } from './signedHead.ts';

/** Result of checking signed receipts. `agreed`: revisions that match. `shorter`: more events were sealed when a receipt was given than now. `madeAt`: epoch seconds. */
export type Promises = {
  agreed: ReadonlySet<number>;
  broken: readonly { madeAt: number; revision: number }[];
  shorter: { madeAt: number; facts: number } | undefined;
};

const noteIn = (header: string): string | undefined => {
  const padded = header.padEnd(Math.ceil(header.length / 4) * 4, '=');
  const bytes = fromBase64(padded.replaceAll('-', '+').replaceAll('_', '/'));
  return bytes && new TextDecoder().decode(bytes);
};

/** Only a note signed with the log's key is a promise; anybody can write others. */
const promised = async (noted: string, keys: readonly NoteKey[]): Promise<Receipt | undefined> => {
  const note = readNote(noted);
  const receipt = note && readReceipt(note.text);
  if (!receipt || receipt.origin !== keys[0]!.name) return undefined;
  return typeof (await signerAmong(keys, note, verifyEd25519)) === 'number' ? receipt : undefined;
};

/** Keys that may have signed these notes; asks the log only if one is not by `key`. */
const keysFor = async (kept: readonly string[], key: NoteKey): Promise<NoteKey[]> => {
  const others = kept
    .map(readNote)
    .some((note) => note !== undefined && signaturesBy(key, note.signatures).length === 0);
  return others ? keysOfLog(key) : [key];
};

/** Saved receipts about this person's actions in the stream. */
export const promisesOn = (stream: string, by: string, kept: readonly string[]): string[] =>
  kept
    .map(noteIn)
    .filter((noted) => noted !== undefined)
    .filter((noted) => {
      const receipt = readReceipt(readNote(noted)?.text ?? '');
      return receipt?.by === by && receipt.ends.some((end) => end.stream === stream);
    });

type Own = KeptReceipts['receipts'][number];

/** Compares each promised event: the stream end by its chain hash, others by their leaves. */
const revisionsIn = ({ revision, hash, facts: events }: StreamEnd, own: ReadonlyMap<number, Own>) => {
  const endHolds = (event: Own) => chainHash(readEntry(event.entry), sha256) === hash;
  const holds = new Map<number, boolean>([[revision, own.has(revision) && endHolds(own.get(revision)!)]]);
  for (const { revision: at, id, position, leaf } of events) {
    const event = own.get(at);
    const isSame =
      event !== undefined &&
      event.eventId === id &&
      event.position === position &&
      toBase64(hashing.leaf(utf8(event.entry))) === leaf;
    holds.set(at, isSame && (holds.get(at) ?? true));
  }
  return [...holds].map(([at, isSo]) => ({ revision: at, isSo }));
};

/** Checks receipts against the log at tree size `size`. @throws DOMException if this browser lacks Ed25519 */
export const checkPromises = async (
  { key, stream, receipts }: KeptReceipts,
  kept: readonly string[],
  size: number,
): Promise<Promises> => {
  const logKey = key === null ? undefined : readKeyText(key, sha256);
  if (!logKey) return { agreed: new Set(), broken: [], shorter: undefined };
  const keys = await keysFor(kept, logKey);
  const found = (await Promise.all(kept.map((noted) => promised(noted, keys)))).filter((one) => one !== undefined);
  const own = new Map(receipts.map((receipt) => [receipt.revision, receipt]));
  const judged = found.flatMap(({ madeAt, ends }) =>
    ends
      .filter((end) => end.stream === stream)
      .flatMap((end) => revisionsIn(end, own).map((one) => ({ ...one, madeAt }))),
  );
  const longest = found.reduce((one, other) => ((other.head ?? 0) > (one?.head ?? 0) ? other : one), found[0]);
  const { madeAt, head = 0 } = longest ?? { madeAt: 0 };
  return {
    agreed: new Set(judged.filter(({ isSo }) => isSo).map(({ revision }) => revision)),
    broken: judged.filter(({ isSo }) => !isSo),
    shorter: head > size ? { madeAt, facts: head } : undefined,
  };
};
