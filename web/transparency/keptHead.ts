import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { readNote, type SignedNote } from '#application/transparency/signedNote.ts';

/** The last head of the log that this browser has found good, with the key that signed it. It stays when somebody signs out. */
const PLACE = 'log:head';

/** `witnesses`: the keys of those whom the operator named then, as signed notes name them; none where an earlier release kept it. */
export type Kept = { key: string; head: LogHead; note: SignedNote; witnesses: readonly string[] };

type Stored = { key: string; note: string; witnesses: readonly string[] };

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const stored = (): Stored | undefined => {
  try {
    const { key, note, witnesses } = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>;
    if (typeof key !== 'string' || typeof note !== 'string') return undefined;
    return { key, note, witnesses: textsIn(witnesses) };
  } catch {
    return undefined;
  }
};

const store = (kept: Stored): void => localStorage.setItem(PLACE, JSON.stringify(kept));

export const keptHead = (): Kept | undefined => {
  const kept = stored();
  const note = kept && readNote(kept.note);
  const head = note && readHead(note.text);
  return kept && note && head && { key: kept.key, head, note, witnesses: kept.witnesses };
};

export const keepHead = (key: string, note: string, witnesses: readonly string[]): void =>
  store({ key, note, witnesses });

/** Beside the head that is kept. */
export const keepWitnesses = (witnesses: readonly string[]): void => {
  const kept = stored();
  if (kept) store({ ...kept, witnesses });
};
