import type { Receipts } from '#application/contract/proofs.ts';
import { equal, utf8 } from '#application/transparency/bytes.ts';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { type CheckedHead, checkHead } from './checkedLog.ts';
import { judged } from './headFromElsewhere.ts';
import { hasFollowed } from './logKeys.ts';
import { checkPromises, type Promises } from './promises.ts';
import { askLog, bytesOf, hashing, signedHead } from './signedHead.ts';
import { bad, facts, good, headWords, inUtc, type Said } from './words.ts';

/** As it is kept. `promises`: the receipts that the commands were answered with, signed notes. */
export type ReceiptFile = Receipts & { promises: readonly string[] };

type Receipt = Receipts['receipts'][number];
export type ReceiptWord = 'proven' | 'notSealed' | 'wrong';
/** A word for each receipt, and what is said of all. */
export type CheckedReceipts = { words: readonly ReceiptWord[]; said: readonly Said[] };

/** What the receipt says must be what its entry says. */
const isSo = ({ entry, eventId, type, revision, position, at, leaf }: Receipt): boolean => {
  try {
    const fact = readEntry(entry);
    const told = fact.id === eventId && fact.type === type && fact.revision === revision && fact.position === position;
    return told && fact.recordedAt === Date.parse(at) && equal(hashing.leaf(utf8(entry)), bytesOf(leaf));
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return false;
    throw error;
  }
};

const wordOf = (receipt: Receipt, head: LogHead | undefined): ReceiptWord => {
  if (!isSo(receipt)) return 'wrong';
  const { entry, index, path } = receipt;
  if (index === null || !head) return 'notSealed';
  const leaf = hashing.leaf(utf8(entry));
  return isIncluded({ leaf, index, size: head.size, path: path.map(bytesOf) }, head.root, hashing) ? 'proven' : 'wrong';
};

const promiseWords = ({ agreed, broken }: Promises): Said[] => [
  ...broken.map(({ madeAt, revision }) =>
    bad(
      `The log does not hold what it promised at ${inUtc(madeAt)}: event ${revision} of this sale is missing or another one. Keep this file, it has the signed promise.`,
    ),
  ),
  ...(agreed > 0
    ? [good(`The log holds what it promised when ${facts(agreed)} of yours ${agreed === 1 ? 'was' : 'were'} written.`)]
    : []),
];

const promisesIn = async (file: Receipts, kept: readonly string[], head: CheckedHead['kind']): Promise<Said[]> =>
  head === 'signed' ? promiseWords(await checkPromises(file, kept)) : [];

/** Recomputes what the server has just answered, and holds it to the promises that this browser keeps. */
export const checkReceipts = async (file: Receipts, kept: readonly string[]): Promise<CheckedReceipts> => {
  const { key, witnesses, head: note } = file;
  const head = await checkHead(note ?? undefined, { key, witnesses });
  const signed = head.kind === 'signed' ? head.head : undefined;
  return {
    words: file.receipts.map((receipt) => wordOf(receipt, signed)),
    said: [...headWords(head), ...(await promisesIn(file, kept, head.kind))],
  };
};

/** What a head that was kept is to the log of today. */
const sinceThen = async (head: LogHead, key: string): Promise<Said> => {
  const state = await askLog();
  const present = await checkHead(state.heads[0], state);
  if (present.kind !== 'signed') return bad('The log of today shows no head that is signed with its key.');
  if (present.key !== key && !(await hasFollowed(key, present.key)))
    return bad('The log of today is signed with another key than this file.');
  return judged(head, present.head);
};

/** Recomputes a file that was kept, maybe for years: it says by itself what it is held to, and the log of today must go on from there. */
export const checkReceiptFile = async (file: ReceiptFile): Promise<CheckedReceipts> => {
  const signed = file.head !== null && file.key !== null && (await signedHead(file.head, file.key));
  if (!signed || typeof signed === 'string') {
    const head: CheckedHead = { kind: signed || 'none' };
    return { words: file.receipts.map((receipt) => wordOf(receipt, undefined)), said: headWords(head) };
  }
  const { head } = signed;
  return {
    words: file.receipts.map((receipt) => wordOf(receipt, head)),
    said: [
      good(`Sealed in the head of ${inUtc(head.madeAt)}, over ${facts(head.size)}, signed by ${head.origin}.`),
      await sinceThen(head, file.key!),
      ...(await promisesIn(file, file.promises, 'signed')),
    ],
  };
};
