/** An erasure in another process is noticed at the latest after this time. */
const LIFETIME_MS = 3_000;
const MOST_KEYS = 20_000;

type Entry = { key: Buffer; until: number };

/** Unwrapped keys, for seconds only. Runs on the system's clock. */
export const createKeyCache = (now: () => number = Date.now) => {
  const entries = new Map<string, Entry>();
  return {
    get: (subject: string): Buffer | undefined => {
      const entry = entries.get(subject);
      if (entry && entry.until > now()) return entry.key;
      entries.delete(subject);
      return undefined;
    },
    put: (subject: string, key: Buffer): void => {
      if (entries.size >= MOST_KEYS) entries.clear();
      entries.set(subject, { key, until: now() + LIFETIME_MS });
    },
    remove: (subject: string): void => void entries.delete(subject),
  };
};
