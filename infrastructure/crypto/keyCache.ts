/** So long a key may still be read here after another process has erased it. */
export const KEY_LIFETIME_MS = 3_000;
const MOST_KEYS = 20_000;

type Entry = { key: Buffer; until: number };

/** Unwrapped keys, cached for seconds. Uses the system clock. */
export const createKeyCache = (now: () => number = Date.now) => {
  const entries = new Map<string, Entry>();
  /** Erased subjects: a read still under way must not bring their keys back. */
  const erased = new Set<string>();
  return {
    get: (subject: string): Buffer | undefined => {
      const entry = entries.get(subject);
      if (entry && entry.until > now()) return entry.key;
      entries.delete(subject);
      return undefined;
    },
    now,
    /**
     * `askedAt`: start of the read; the key may have been erased elsewhere since. Returns whether the key was still
     * accepted.
     */
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
