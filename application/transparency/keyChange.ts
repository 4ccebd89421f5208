import { readEntry } from './factEntry.ts';
import type { Sha256 } from './hashing.ts';
import { keyText, type NoteKey, noteText, readKeyText, readNote } from './signedNote.ts';
import { type NoteSigner, signNote, type VerifyEd25519, verifiedBy } from './signing.ts';

/** The stream of the facts about which key follows which. */
export const KEY_STREAM = 'log-keys';

/** From one on, heads are signed with the other. Both have signed that. */
export type KeyChange = { from: NoteKey; to: NoteKey };

/** It stands where a head has its size, so that neither can be shown as the other. */
const KIND = 'key';

const textOf = ({ from, to }: KeyChange): string =>
  [from.name, KIND, `from ${keyText(from)}`, `to ${keyText(to)}`, ''].join('\n');

/** A signed note. @throws RangeError for keys of two logs */
export const changeOfKey = async (from: NoteSigner, to: NoteSigner): Promise<string> => {
  if (from.key.name !== to.key.name) throw new RangeError('a log keeps its name when its key changes');
  const text = textOf({ from: from.key, to: to.key });
  return noteText({ text, signatures: [await signNote(text, from), await signNote(text, to)] });
};

/** Reads that one key follows another; undefined for what is no such note, or is not signed with both. */
export const readKeyChange = async (
  noted: string,
  sha256: Sha256,
  verify: VerifyEd25519,
): Promise<KeyChange | undefined> => {
  const note = readNote(noted);
  const [, from = '', to = ''] = /\nkey\nfrom (\S+)\nto (\S+)\n$/.exec(note?.text ?? '') ?? [];
  const change = { from: readKeyText(from, sha256), to: readKeyText(to, sha256) };
  if (!note || !change.from || !change.to || change.from.name !== change.to.name) return undefined;
  if (textOf({ from: change.from, to: change.to }) !== note.text) return undefined;
  for (const key of [change.from, change.to])
    if (typeof (await verifiedBy(key, note, verify)) === 'string') return undefined;
  return { from: change.from, to: change.to };
};

export const isSameKey = (one: NoteKey, other: NoteKey): boolean => keyText(one) === keyText(other);

/** The keys that led to the known one, and those that followed it, the oldest first. Of two that follow one, the first stands. */
export const keyChain = (known: NoteKey, changes: readonly KeyChange[]): NoteKey[] => {
  const chain = [known];
  const isNew = (key: NoteKey): boolean => chain.every((each) => !isSameKey(each, key));
  for (const { from, to } of changes) if (isSameKey(from, chain.at(-1)!) && isNew(to)) chain.push(to);
  for (const { from, to } of changes.toReversed()) if (isSameKey(to, chain[0]!) && isNew(from)) chain.unshift(from);
  return chain;
};

/** What a fact of `KEY_STREAM` says, signed or not. */
export const writtenChange = (entry: string): string => String(readEntry(entry).data.change);

/** The keys of a log as somebody knows it, by what was written about them in `KEY_STREAM`. */
export const readKeyChain = async (
  known: NoteKey,
  written: readonly string[],
  sha256: Sha256,
  verify: VerifyEd25519,
): Promise<NoteKey[]> => {
  const read = await Promise.all(written.map((change) => readKeyChange(change, sha256, verify)));
  return keyChain(
    known,
    read.filter((change) => change !== undefined),
  );
};
