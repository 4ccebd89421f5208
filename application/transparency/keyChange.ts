import { readEntry } from './factEntry.ts';
import type { Sha256 } from './hashing.ts';
import { keyText, type NoteKey, noteText, readKeyText, readNote } from './signedNote.ts';
import { type NoteSigner, signNote, type VerifyEd25519, verifiedBy } from './signing.ts';

/** The stream of key-change events. */
export const KEY_STREAM = 'log-keys';

/** Checkpoints are signed with `to` from now on. Both keys have signed the change. */
export type KeyChange = { from: NoteKey; to: NoteKey };

/** Domain separation: this line sits where a checkpoint has its size. */
const KIND = 'key';

const textOf = ({ from, to }: KeyChange): string =>
  [from.name, KIND, `from ${keyText(from)}`, `to ${keyText(to)}`, ''].join('\n');

/** Returns a signed note. @throws RangeError for keys of two logs */
export const changeOfKey = async (from: NoteSigner, to: NoteSigner): Promise<string> => {
  if (from.key.name !== to.key.name) throw new RangeError('a log keeps its name when its key changes');
  const text = textOf({ from: from.key, to: to.key });
  return noteText({ text, signatures: [await signNote(text, from), await signNote(text, to)] });
};

/** Undefined unless the note is valid and signed with both keys. */
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

/** Earlier and later keys of the known one, oldest first. If two keys follow the same one, the first counts. */
export const keyChain = (known: NoteKey, changes: readonly KeyChange[]): NoteKey[] => {
  const chain = [known];
  const isNew = (key: NoteKey): boolean => chain.every((each) => !isSameKey(each, key));
  for (const { from, to } of changes) if (isSameKey(from, chain.at(-1)!) && isNew(to)) chain.push(to);
  for (const { from, to } of changes.toReversed()) if (isSameKey(to, chain[0]!) && isNew(from)) chain.unshift(from);
  return chain;
};

/** The key change in an event of `KEY_STREAM`, verified or not. */
export const writtenChange = (entry: string): string => String(readEntry(entry).data.change);

/** The log's keys, starting from a known one, according to the entries of `KEY_STREAM`. */
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
