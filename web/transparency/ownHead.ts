import { fromBase64 } from '#application/transparency/bytes.ts';
import { type LogHead, readCheckpoint } from '#application/transparency/checkpoint.ts';
import type { Head } from '#application/transparency/proofs.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { grewFrom } from './checkedLog.ts';
import { bad, facts, good, type Statement } from './proofText.ts';

const LINE = /(?:^|\s)([1-9]\d{0,15}) ([A-Za-z0-9+/]{43}=)(?:\s|$)/;

/** Parses a signed head, or the short form in e-mail footers. */
export const headIn = (text: string): Head | undefined => {
  const note = readNote(`${text.trim()}\n`);
  const checkpoint = note && readCheckpoint(note.text);
  if (checkpoint) return { size: checkpoint.size, root: checkpoint.root };
  const [, size, root] = LINE.exec(text) ?? [];
  const hash = root === undefined ? undefined : fromBase64(root);
  return hash && { size: Number(size), root: hash };
};

/** Checks that the current log extends this head. */
export const judged = async (head: Head, newest: LogHead): Promise<Statement> => {
  if (head.size > newest.size)
    return bad(`That head covers ${facts(head.size)}; the log shown here ends with ${facts(newest.size)}.`);
  return (await grewFrom(head, newest))
    ? good(`Nothing was rewritten since that head, over ${facts(head.size)}.`)
    : bad('The operator shows you a different log from the one this head belongs to.');
};

export const judgedText = async (text: string, newest: LogHead): Promise<Statement> => {
  const head = headIn(text);
  return head
    ? judged(head, newest)
    : bad('This is not the head of a log. Enter a size and a root, or a whole signed head.');
};
