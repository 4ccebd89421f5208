import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { SubjectErased } from '#application/ports/keys.ts';
import { createKeyedHash } from '#infrastructure/crypto/keyedHash.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const masterKey = randomBytes(32);
const open = (options: Partial<Parameters<typeof openSubjectKeys>[0]> = {}) =>
  openSubjectKeys({ db: database.knex, masterKey, ...options });
let count = 0;
const newSubject = () => `account-${++count}`;

describe('a subject key', () => {
  test('is created once, also under concurrent first requests', async () => {
    const subject = newSubject();
    const keys = await Promise.all(Array.from({ length: 8 }, () => open().obtain(subject)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((await open().find([subject])).get(subject)).toEqual(keys[0]);
  });

  test('differs between subjects; unknown subjects have none', async () => {
    const [one, two, unknown] = [newSubject(), newSubject(), newSubject()];
    const keys = open();
    expect(await keys.obtain(one)).not.toEqual(await keys.obtain(two));
    expect([...(await open().find([one, two, unknown])).keys()].sort()).toEqual([one, two].sort());
  });

  test('is stored wrapped, useless under another master key [D2-398]', async () => {
    const subject = newSubject();
    const key = await open().obtain(subject);
    const row = await database.knex('subject_keys').where({ subject }).first();
    expect(row.wrapped_key.includes(key)).toBe(false);
    await expect(open({ masterKey: randomBytes(32) }).find([subject])).rejects.toThrow('not configured');
  });

  test('does not open when moved to another subject’s row', async () => {
    const [one, two] = [newSubject(), newSubject()];
    await open().obtain(one);
    const { wrapped_key, master_key } = await database.knex('subject_keys').where({ subject: one }).first();
    await database.knex('subject_keys').insert({ subject: two, wrapped_key, master_key });
    await expect(open().obtain(two)).rejects.toThrow();
  });

  test('is gone once erased and never returns [L-016]', async () => {
    const subject = newSubject();
    const keys = open();
    await keys.obtain(subject);
    await keys.erase(subject);
    expect(await database.knex('subject_keys').where({ subject }).first()).toMatchObject({ wrapped_key: null });
    expect((await keys.find([subject])).size).toBe(0);
    await expect(keys.obtain(subject)).rejects.toBeInstanceOf(SubjectErased);
    await keys.erase(subject);
    const neverUsed = newSubject();
    await keys.erase(neverUsed);
    await expect(open().obtain(neverUsed)).rejects.toBeInstanceOf(SubjectErased);
  });

  test('seals nothing here from the moment another process erases it', async () => {
    const subject = newSubject();
    const here = open({ now: () => 0 });
    await here.obtain(subject);
    await open().erase(subject);
    await expect(here.obtain(subject)).rejects.toBeInstanceOf(SubjectErased);
    expect((await here.find([subject])).size).toBe(0);
  });

  test.each(['find', 'obtain'] as const)('erased during a slow read does not return: %s', async (ask) => {
    const subject = newSubject();
    const moments = new EventEmitter();
    const [asked, answered] = [once(moments, 'asked'), once(moments, 'answered')];
    let slow = false;
    const reading = async (rows: unknown) => {
      moments.emit('asked');
      await answered;
      return rows;
    };
    const db = new Proxy(database.knex, {
      apply: (knex, self, args) => {
        const query = Reflect.apply(knex, self, args);
        const { whereIn } = query;
        query.whereIn = (...rest: unknown[]) => {
          const rows = whereIn.apply(query, rest);
          return slow ? rows.then(reading) : rows;
        };
        return query;
      },
    });
    await open().obtain(subject);
    const keys = open({ db, now: () => 0 });
    slow = true;
    const late = keys[ask](ask === 'find' ? ([subject] as never) : (subject as never)).catch(() => undefined);
    await asked;
    slow = false;
    await keys.erase(subject);
    moments.emit('answered');
    await late;
    expect((await keys.find([subject])).size).toBe(0);
    await expect(keys.obtain(subject)).rejects.toBeInstanceOf(SubjectErased);
  });

  test('erased by another process is readable here for seconds at most', async () => {
    const subject = newSubject();
    let now = 0;
    const here = open({ now: () => now });
    await here.obtain(subject);
    await open().erase(subject);
    now += 3_000;
    expect((await here.find([subject])).size).toBe(0);
    await expect(here.obtain(subject)).rejects.toBeInstanceOf(SubjectErased);
  });

  test('erased during a slow read is readable for seconds at most', async () => {
    const subject = newSubject();
    await open().obtain(subject);
    let now = 0;
    const here = open({ now: () => now });
    const asked = here.find([subject]);
    now += 3_000;
    expect((await asked).size).toBe(1);
    await open().erase(subject);
    expect((await here.find([subject])).size).toBe(0);
  });

  test('opens with its former master key, and after rewrapping with the current one alone', async () => {
    const subject = newSubject();
    const key = await open().obtain(subject);
    await database.knex('subject_keys').whereNot({ subject }).delete();
    const present = randomBytes(32);
    const rotating = open({ masterKey: present, otherMasterKeys: [masterKey] });
    expect(await rotating.obtain(subject)).toEqual(key);
    expect(await rotating.rewrap()).toBe(1);
    expect(await rotating.rewrap()).toBe(0);
    expect(await open({ masterKey: present }).obtain(subject)).toEqual(key);
    await database.knex('subject_keys').delete();
  });

  test('refuses a master key of another length', () => {
    expect(() => open({ masterKey: randomBytes(16) })).toThrow('32 bytes');
  });
});

test('the keyed hash of a name is the same in every process and needs the key [L-014]', async () => {
  const hash = await createKeyedHash(open());
  const elsewhere = await createKeyedHash(open());
  expect(hash('anna@example.org')).toMatch(/^[0-9a-f]{32}$/);
  expect(elsewhere('anna@example.org')).toBe(hash('anna@example.org'));
  expect(hash('anna@example.com')).not.toBe(hash('anna@example.org'));
  await database.knex('subject_keys').delete();
  const otherKey = await createKeyedHash(open());
  expect(otherKey('anna@example.org')).not.toBe(hash('anna@example.org'));
});
