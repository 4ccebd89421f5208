import type { LogHead } from '#application/transparency/checkpoint.ts';
import { readHead } from '#application/transparency/checkpoint.ts';
import { readNote } from '#application/transparency/signedNote.ts';

/** The last head of the log that this browser has found good, with the key that signed it. It stays when somebody signs out. */
const PLACE = 'log:head';

export type Kept = { key: string; head: LogHead };

const parsed = (text: string | null): { key: string; note: string } | undefined => {
  try {
    const { key, note } = JSON.parse(text ?? '{}') as { key?: unknown; note?: unknown };
    return typeof key === 'string' && typeof note === 'string' ? { key, note } : undefined;
  } catch {
    return undefined;
  }
};

export const keptHead = (): Kept | undefined => {
  const kept = parsed(localStorage.getItem(PLACE));
  const head = kept && readHead(readNote(kept.note)?.text ?? '');
  return head && { key: kept.key, head };
};

export const keepHead = (key: string, note: string): void => localStorage.setItem(PLACE, JSON.stringify({ key, note }));
