import type { Receipts } from '#application/contract/proofs.ts';
import { equal, utf8 } from '#application/transparency/bytes.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { bytesOf, type CheckedHead, checkHead, hashing } from './checkedLog.ts';

type Receipt = Receipts['receipts'][number];
export type ReceiptWord = 'proven' | 'notSealed' | 'wrong';
export type CheckedReceipts = { head: CheckedHead; words: readonly ReceiptWord[] };

/** What the receipt says must be what its entry says, and that be in the head. */
const wordOf = (receipt: Receipt, head: CheckedHead): ReceiptWord => {
  const { entry, eventId, type, revision, position, at, index, path } = receipt;
  const leaf = hashing.leaf(utf8(entry));
  const fact = readEntry(entry);
  const told = fact.id === eventId && fact.type === type && fact.revision === revision && fact.position === position;
  const isSo = told && fact.recordedAt === Date.parse(at) && equal(leaf, bytesOf(receipt.leaf));
  if (!isSo) return 'wrong';
  if (index === null || head.kind !== 'signed') return 'notSealed';
  const { size, root } = head.head;
  return isIncluded({ leaf, index, size, path: path.map(bytesOf) }, root, hashing) ? 'proven' : 'wrong';
};

/** Recomputes a file of receipts, just come or kept for years: it says by itself what it is held to. */
export const checkReceipts = async (file: Receipts): Promise<CheckedReceipts> => {
  const { key, witnesses, head: note } = file;
  const head = await checkHead(note ?? undefined, { key, witnesses });
  return { head, words: file.receipts.map((receipt) => wordOf(receipt, head)) };
};
