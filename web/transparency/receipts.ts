import type { KeptReceipts, Receipts } from '#application/contract/transparency.ts';
import { equal, utf8 } from '#application/transparency/bytes.ts';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { streamMap } from '#application/transparency/streamMap.ts';
import { type CheckedHead, checkHead } from './checkedLog.ts';
import { checkPromises, type Promises } from './checkPromises.ts';
import { hasFollowed } from './logKeys.ts';
import { judged } from './ownHead.ts';
import { bytesOf, hashesIn, mapProofIn } from './proofBytes.ts';
import { bad, facts, faultWords, good, headWords, inUtc, type Statement, unsealedWords } from './proofText.ts';
import { askLog, hashing, signedHead } from './signedHead.ts';

const map = streamMap(sha256);

/** The saved file. `promises`: signed notes that answered the commands. */
export type ReceiptFile = KeptReceipts & { promises: readonly string[] };

type Receipt = Receipts['receipts'][number];
/** `unproven`: unknown whether a head covers it. */
export type ReceiptWord = 'proven' | 'notSealed' | 'unproven' | 'wrong';
/** A verdict per receipt and the overall findings. `head`: today's head. */
export type CheckedReceipts = { head: CheckedHead; words: readonly ReceiptWord[]; said: readonly Statement[] };

/** A receipt must match its own log entry. */
const isSo = ({ entry, eventId, type, revision, position, at, leaf }: Receipt): boolean => {
  try {
    const event = readEntry(entry);
    const told =
      event.id === eventId && event.type === type && event.revision === revision && event.position === position;
    return told && event.recordedAt === Date.parse(at) && equal(hashing.leaf(utf8(entry)), bytesOf(leaf));
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return false;
    throw error;
  }
};

type End = ReturnType<typeof map.provenEnd>;

/** End of the history under this head; undefined if not proven. */
const sealedEnd = (file: KeptReceipts, head: LogHead): End =>
  file.map ? map.provenEnd(file.stream, mapProofIn(file.map), head.mapRoot) : undefined;

const wordOf = (receipt: Receipt, head: LogHead, end: End): ReceiptWord => {
  if (!isSo(receipt)) return 'wrong';
  const { entry, index, path, revision } = receipt;
  const leaf = hashing.leaf(utf8(entry));
  if (index === null) {
    if (end === undefined) return 'unproven';
    return end === 'none' || revision > end.revision ? 'notSealed' : 'wrong';
  }
  if (end && end !== 'none' && revision === end.revision && !equal(end.leaf, leaf)) return 'wrong';
  return isIncluded({ leaf, index, size: head.size, path: hashesIn(path) }, head.root, hashing) ? 'proven' : 'wrong';
};

const wrongWords = (receipt: Receipt, head: LogHead): string =>
  isSo(receipt)
    ? faultWords({ kind: 'log', revision: receipt.revision }, head)
    : `The receipt of revision ${receipt.revision} does not match the event that it comes with.`;

/** Checks receipts under a verified head. */
const underHead = (file: KeptReceipts, head: LogHead) => {
  const end = sealedEnd(file, head);
  const words = file.receipts.map((receipt) => wordOf(receipt, head, end));
  const wrong = file.receipts.filter((_, place) => words[place] === 'wrong');
  return { words, end, said: wrong.map((receipt) => bad(wrongWords(receipt, head))) };
};

/** Verdicts without a valid head. */
const withoutHead = ({ receipts }: KeptReceipts, { kind }: CheckedHead): ReceiptWord[] =>
  receipts.map((receipt) => (!isSo(receipt) ? 'wrong' : kind === 'none' ? 'notSealed' : 'unproven'));

const promiseWords = (
  { agreed, broken, shorter }: Promises,
  { receipts }: KeptReceipts,
  words: readonly ReceiptWord[],
): Statement[] => {
  const proven = receipts.filter(({ revision }, place) => words[place] === 'proven' && agreed.has(revision)).length;
  return [
    ...broken.map(({ madeAt, revision }) =>
      bad(
        `The log broke its promise of ${inUtc(madeAt)}: event ${revision} of this sale is missing or different. Keep this file: it has the signed promise.`,
      ),
    ),
    ...(shorter
      ? [
          bad(
            `The log was cut: ${facts(shorter.facts)} were sealed at ${inUtc(shorter.madeAt)}, and fewer are now. Keep this file: it has the signed promise.`,
          ),
        ]
      : []),
    ...(proven > 0 ? [good(`The log kept its promise about ${facts(proven)} of yours.`)] : []),
  ];
};

/** Receipts that differ from the log cannot keep a promise. */
const promisesIn = async (
  file: KeptReceipts,
  kept: readonly string[],
  words: readonly ReceiptWord[],
  size: number,
): Promise<Statement[]> => {
  const receipts = file.receipts.filter((_, place) => words[place] !== 'wrong');
  return promiseWords(await checkPromises({ ...file, receipts }, kept, size), file, words);
};

/** Reports unsealed receipts, and whether they are overdue. */
const waitingWords = ({ receipts, now }: Receipts, words: readonly ReceiptWord[]): Statement[] => {
  const waiting = receipts.filter((_, place) => words[place] === 'notSealed');
  return waiting.length === 0
    ? []
    : [unsealedWords(waiting.length, Math.min(...waiting.map(({ at }) => Date.parse(at))), Date.parse(now))];
};

/** Checks the server's answer, and the promises saved in this browser. */
export const checkReceipts = async (file: Receipts, kept: readonly string[]): Promise<CheckedReceipts> => {
  const head = await checkHead(file.head ?? undefined, file);
  if (head.kind !== 'signed') return { head, words: withoutHead(file, head), said: headWords(head) };
  const { words, end, said } = underHead(file, head.head);
  return {
    head,
    words,
    said: [
      ...said,
      ...(end === undefined ? [bad(faultWords({ kind: 'map' }, head.head))] : []),
      ...headWords(head),
      ...waitingWords(file, words),
      ...(await promisesIn(file, kept, words, head.head.size)),
    ],
  };
};

/** Compares a saved head with today's log. */
const sinceThen = async (head: LogHead, key: string, present: CheckedHead): Promise<Statement[]> => {
  if (present.kind !== 'signed') return [bad('Today’s log shows no head signed with its key.')];
  if (present.key !== key && !(await hasFollowed(key, present.key)))
    return [bad('Today’s log is signed with a different key from this file.')];
  return [await judged(head, present.head), ...headWords(present).filter((said) => said.bad)];
};

/** Checks a saved file under its own head; today's log must extend that head. */
export const checkReceiptFile = async (file: ReceiptFile): Promise<CheckedReceipts> => {
  const signed = file.head !== null && file.key !== null && (await signedHead(file.head, file.key));
  if (!signed || typeof signed === 'string') {
    const head: CheckedHead = { kind: signed || 'none' };
    return { head, words: withoutHead(file, head), said: headWords(head) };
  }
  const { head } = signed;
  const state = await askLog();
  const present = await checkHead(state.heads[0], state);
  const { words, said } = underHead(file, head);
  return {
    head: present,
    words,
    said: [
      ...said,
      good(`Sealed in the head of ${inUtc(head.madeAt)}, over ${facts(head.size)}, signed by ${head.origin}.`),
      ...(await sinceThen(head, file.key!, present)),
      ...(await promisesIn(file, file.promises, words, head.size)),
    ],
  };
};
