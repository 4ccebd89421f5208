import { randomBytes } from 'node:crypto';
import { SubjectErased, type SubjectKeys } from '#application/ports/keys.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { hashOf } from '#infrastructure/crypto/hashChain.ts';
import { createKeyCache } from '#infrastructure/crypto/keyCache.ts';
import { type Faults, faultyPort } from './faults.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { WorldCodec } from './worldCodec.ts';

type Deps = { scheduler: Scheduler; faults: Faults; random: Random };

/** The product's own codec: personal data encrypted with keys in a shared table, which processes cache for seconds. */
export const openSealedCodec = (deps: Deps): WorldCodec => {
  /** Null if erased. */
  const table = new Map<string, Buffer | null>();
  const caches: ReturnType<typeof createKeyCache>[] = [];

  const keysFor = (owner: Owner): SubjectKeys => {
    const cache = createKeyCache(deps.scheduler.now);
    caches.push(cache);
    const rows = faultyPort(
      {
        load: async (subjects: readonly string[]) => new Map(subjects.map((subject) => [subject, table.get(subject)])),
        insert: async (subject: string) => void (table.has(subject) || table.set(subject, randomBytes(32))),
      },
      'tables',
      owner,
      deps,
    );
    return {
      obtain: async (subject) => {
        if ((await rows.load([subject])).get(subject) === undefined) await rows.insert(subject);
        const askedAt = cache.now();
        const key = (await rows.load([subject])).get(subject);
        if (!key || !cache.put(subject, key, askedAt)) throw new SubjectErased(`the data of ${subject} is erased`);
        return key;
      },
      find: async (subjects) => {
        const missing = subjects.filter((subject) => !cache.get(subject));
        const askedAt = cache.now();
        const loaded = missing.length > 0 ? await rows.load(missing) : new Map<string, Buffer | null>();
        for (const [subject, key] of loaded) if (key) cache.put(subject, key, askedAt);
        return new Map(
          subjects.flatMap((subject) => {
            const key = cache.get(subject) ?? loaded.get(subject);
            return key ? [[subject, key] as const] : [];
          }),
        );
      },
      erase: async (subject) => void table.set(subject, null),
    };
  };

  const reader = createEventCodec({
    keys: { obtain: async () => randomBytes(32), find: async () => new Map(), erase: async () => undefined },
  });

  return {
    openFor: (owner, readByAll) => createEventCodec({ keys: keysFor(owner), readByAll }),
    told: (events) => reader.decodeClear(events),
    isWritten: (event) => event.metadata.hash === hashOf(event.stream, event),
    eraseKey: async (subject) => {
      table.set(subject, null);
    },
    isErased: (subject) => table.get(subject) === null,
  };
};
