import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { OutsideFailure } from '#application/ports/failures.ts';
import { SubjectErased, type SubjectKeys } from '#application/ports/keys.ts';
import type { Migration } from '../postgres/migrate.ts';
import { createKeyCache } from './keyCache.ts';
import { createMasterKey } from './masterKey.ts';

export const subjectKeyMigrations: Migration[] = [
  {
    name: '2026-11-subject-keys',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE subject_keys (
          subject text PRIMARY KEY,
          -- Null once erased; the row stays, so that no second key is ever made for an erased subject.
          wrapped_key bytea,
          master_key text,
          created_at timestamptz NOT NULL DEFAULT now(),
          erased_at timestamptz,
          CHECK ((wrapped_key IS NULL) = (erased_at IS NOT NULL)),
          CHECK ((wrapped_key IS NULL) = (master_key IS NULL))
        )`);
    },
  },
];

type Row = { subject: string; wrapped_key: Buffer | null; master_key: string | null };

const PAGE = 500;

/** The key table uses a MASTER_KEY that is not configured. */
export class UnknownMasterKey extends OutsideFailure {
  override readonly name = 'UnknownMasterKey';
}

/** Number of keys per master key; `known`: whether that master key is configured. */
type WrappedBy = { masterKey: string; keys: number; present: boolean; known: boolean };

type SubjectKeysOptions = {
  db: Knex;
  /** 32 bytes. */
  masterKey: Buffer;
  /** Only for unwrapping; `rewrap` moves their keys to the current master key. */
  otherMasterKeys?: readonly Buffer[];
  /** Epoch ms of the system clock, for the cache. */
  now?: () => number;
};

/** One random key per subject in the table `subject_keys`, wrapped by the master key. */
export const openSubjectKeys = ({ db, masterKey, otherMasterKeys = [], now }: SubjectKeysOptions) => {
  const present = createMasterKey(masterKey);
  const known = new Map([masterKey, ...otherMasterKeys].map(createMasterKey).map((key) => [key.id, key]));
  const cache = createKeyCache(now);

  const unwrap = ({ subject, wrapped_key, master_key }: Row): Buffer | undefined => {
    if (!wrapped_key) return undefined;
    const wrapping = known.get(master_key ?? '');
    if (!wrapping)
      throw new UnknownMasterKey(`the key of ${subject} is wrapped by a master key that is not configured`);
    return wrapping.unwrap(wrapped_key, subject);
  };

  const load = async (subjects: readonly string[]): Promise<Map<string, Row>> => {
    const rows: Row[] = await db('subject_keys')
      .select('subject', 'wrapped_key', 'master_key')
      .whereIn('subject', subjects);
    return new Map(rows.map((row) => [row.subject, row]));
  };

  const keys: SubjectKeys & {
    rewrap(onPage?: (rewrapped: number) => void): Promise<number>;
    wrappedBy(): Promise<WrappedBy[]>;
    /** The subjects without a row, not even an erased one. */
    unknown(subjects: readonly string[]): Promise<string[]>;
  } = {
    // Reads the table each time: another process may have erased the key, and data sealed under an erased key is
    // lost.
    obtain: async (subject) => {
      const askedAt = cache.now();
      let row = (await load([subject])).get(subject);
      if (!row) {
        const wrapped_key = present.wrap(randomBytes(32), subject);
        await db('subject_keys')
          .insert({ subject, wrapped_key, master_key: present.id })
          .onConflict('subject')
          .ignore();
        // If another process was first, its key counts.
        row = (await load([subject])).get(subject);
      }
      const key = row && unwrap(row);
      if (!key) cache.erase(subject);
      if (!key || !cache.put(subject, key, askedAt)) throw new SubjectErased(`the data of ${subject} is erased`);
      return key;
    },

    find: async (subjects) => {
      const found = new Map<string, Buffer>();
      const missing: string[] = [];
      for (const subject of new Set(subjects)) {
        const cached = cache.get(subject);
        if (cached) found.set(subject, cached);
        else missing.push(subject);
      }
      if (missing.length === 0) return found;
      const askedAt = cache.now();
      for (const row of (await load(missing)).values()) {
        const key = unwrap(row);
        if (key && cache.put(row.subject, key, askedAt)) found.set(row.subject, key);
      }
      return found;
    },

    erase: async (subject) => {
      const erased = { wrapped_key: null, master_key: null, erased_at: db.fn.now() };
      await db('subject_keys')
        .insert({ subject, ...erased })
        .onConflict('subject')
        .merge(erased);
      cache.erase(subject);
    },

    /**
     * After a change of MASTER_KEY: rewraps every key and returns the number. Each row is independent, so an
     * interrupted run can be repeated.
     */
    rewrap: async (onPage = () => undefined) => {
      for (let rewrapped = 0; ; ) {
        const rows: Row[] = await db('subject_keys')
          .whereNotNull('wrapped_key')
          .whereNot('master_key', present.id)
          .orderBy('subject')
          .limit(PAGE);
        if (rows.length === 0) return rewrapped;
        for (const row of rows) {
          const wrapped_key = present.wrap(unwrap(row)!, row.subject);
          const { subject, master_key } = row; // the condition leaves a key alone that was erased meanwhile
          rewrapped += await db('subject_keys')
            .where({ subject, master_key })
            .update({ wrapped_key, master_key: present.id });
        }
        onPage(rewrapped);
      }
    },

    unknown: async (subjects) => {
      const rows = await load(subjects);
      return subjects.filter((subject) => !rows.has(subject));
    },

    wrappedBy: async () => {
      const rows: { masterKey: string; keys: number }[] = await db('subject_keys')
        .select({ masterKey: 'master_key' })
        .count({ keys: '*' })
        .whereNotNull('wrapped_key')
        .groupBy('master_key');
      return rows.map((row) => ({ ...row, present: row.masterKey === present.id, known: known.has(row.masterKey) }));
    },
  };
  return keys;
};
