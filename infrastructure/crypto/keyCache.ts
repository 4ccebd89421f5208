/** So long a key may still be read here after another process has erased it. */
export const KEY_LIFETIME_MS = 3_000;
const MOST_KEYS = 20_000;

type Entry = { key: Buffer; until: number };

/** Unwrapped keys, for seconds only. Runs on the system's clock. */
export const createKeyCache = (now: () => number = Date.now) => {
  const entries = new Map<string, Entry>();
  /** An answer about them may still be under way; no key of theirs ever comes back. */
  const erased = new Set<string>();
  return {
    get: (subject: string): Buffer | undefined => {
      const entry = entries.get(subject);
      if (entry && entry.until > now()) return entry.key;
      entries.delete(subject);
      return undefined;
    },
    now,
    /** `askedAt`: since when it may have been erased elsewhere, however long the answer took. Answers whether it is a key still. */
    put: (subject: string, key: Buffer, askedAt: number): boolean => {
      if (erased.has(subject)) return false;
      if (entries.size >= MOST_KEYS) entries.clear();
      entries.set(subject, { key, until: askedAt + KEY_LIFETIME_MS });
      return true;
    },
    erase: (subject: string): void => {
      if (erased.size >= MOST_KEYS) erased.clear();
      erased.add(subject);
      entries.delete(subject);
    },
  };
};
