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

/**
 * What came of the receipts that commands were answered with. `agreed`: the revisions that are what was promised. `shorter`: so many facts
 * were sealed when one of them was given, and fewer are now. `madeAt`: epoch seconds.
 */
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

/** Only what the key of the log has signed is a promise; anything else stands there for anybody's reason. */
const promised = async (noted: string, keys: readonly NoteKey[]): Promise<Receipt | undefined> => {
  const note = readNote(noted);
  const receipt = note && readReceipt(note.text);
  if (!receipt || receipt.origin !== keys[0]!.name) return undefined;
  return typeof (await signerAmong(keys, note, verifyEd25519)) === 'number' ? receipt : undefined;
};

/** The keys that one of these may be signed with: further ones are asked for only where one is by another than that of the file. */
const keysFor = async (kept: readonly string[], key: NoteKey): Promise<NoteKey[]> => {
  const others = kept
    .map(readNote)
    .some((note) => note !== undefined && signaturesBy(key, note.signatures).length === 0);
  return others ? keysOfLog(key) : [key];
};

/** Of what this browser keeps, that which is about this person's acts in the stream of a file. */
export const promisesOn = (stream: string, by: string, kept: readonly string[]): string[] =>
  kept
    .map(noteIn)
    .filter((noted) => noted !== undefined)
    .filter((noted) => {
      const receipt = readReceipt(readNote(noted)?.text ?? '');
      return receipt?.by === by && receipt.ends.some((end) => end.stream === stream);
    });

type Own = KeptReceipts['receipts'][number];

/** Each fact as it was promised, the end of its stream by the chain, others by their leaves; the revisions that are not so. */
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

/** Holds what was promised to what the log says, under its head of `size`. @throws DOMException where this browser does not know Ed25519 */
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
