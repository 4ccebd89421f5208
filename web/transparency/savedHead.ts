import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { readNote, type SignedNote } from '#application/transparency/signedNote.ts';

/** The last head that passed all checks, with its key. It survives signing out. */
const PLACE = 'log:head';

/** `witnesses`: keys named at that time; empty if an earlier release saved it. */
export type SavedHead = { key: string; head: LogHead; note: SignedNote; witnesses: readonly string[] };

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

export const savedHead = (): SavedHead | undefined => {
  const kept = stored();
  const note = kept && readNote(kept.note);
  const head = note && readHead(note.text);
  return kept && note && head && { key: kept.key, head, note, witnesses: kept.witnesses };
};

export const saveHead = (key: string, note: string, witnesses: readonly string[]): void =>
  store({ key, note, witnesses });

/** Changes only the witnesses of the saved head. */
export const saveWitnesses = (witnesses: readonly string[]): void => {
  const kept = stored();
  if (kept) store({ ...kept, witnesses });
};
