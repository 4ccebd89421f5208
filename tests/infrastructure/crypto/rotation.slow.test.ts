import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-rotation-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const [former, present] = [randomBytes(32), randomBytes(32)];
const open = (masterKey: Buffer, otherMasterKeys: Buffer[] = []) =>
  openSubjectKeys({ db: database.knex, masterKey, otherMasterKeys });
const subjects = Array.from({ length: 1_200 }, (_, n) => `account-${n}`);
let before: Map<string, Buffer>;
beforeEach(async () => {
  await database.knex('subject_keys').delete();
  const keys = open(former);
  for (const subject of [...subjects, 'claims']) await keys.obtain(subject);
  before = await keys.find(subjects);
});

test('an interrupted rotation leaves every key readable, and the next one completes it', async () => {
  const dying = open(present, [former]).rewrap(() => {
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  const halfway = await open(present, [former]).wrappedBy();
  expect(halfway.map(({ keys }) => keys).sort()).toEqual([500, 701]);
  expect(await open(present, [former]).find(subjects)).toEqual(before);
  // processes still writing with the old key can read rewrapped keys
  expect(await open(former, [present]).find(subjects)).toEqual(before);

  await open(former, [present]).erase('account-999');
  expect(await open(present, [former]).rewrap()).toBe(700);
  before.delete('account-999');
  expect(await open(present).find(subjects)).toEqual(before);
});

test('npm run keys -- rotate rewraps every key, and the old master key opens nothing', async () => {
  const operate = (word: string, masterKey: Buffer, others: Buffer[] = []) =>
    runProgram('keys', [word], {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      JWT_SECRET: 'x'.repeat(32),
      MASTER_KEY: masterKey.toString('hex'),
      OTHER_MASTER_KEYS: others.map((key) => key.toString('hex')).join(','),
    });

  const rotated = await operate('rotate', present, [former]);
  expect(rotated.output).toContain('1201 keys were rewrapped.');
  expect(rotated.output).not.toContain(former.toString('hex'));
  expect(rotated.code).toBe(0);
  expect((await operate('status', present)).output).toMatch(/^[0-9a-f]{16} {2}1201 keys, MASTER_KEY\n$/);
  expect(await operate('status', former)).toEqual({
    code: 1,
    output: 'the keys of this database are wrapped by another MASTER_KEY than this one\n',
  });
  expect((await operate('turn', present)).code).toBe(2);
});
