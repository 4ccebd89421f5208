import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '#infrastructure/postgres/advisoryLock.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('all advisory locks have different numbers', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every advisory lock uses a number from the list', () => {
  const sources = ['infrastructure', 'projections', 'application'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(ROOT, folder, file)),
  );
  const locking = sources.filter((file) => /pg_(try_)?advisory/.test(readFileSync(file, 'utf8')));
  expect(locking.length).toBeGreaterThan(4);
  expect(locking.filter((file) => !readFileSync(file, 'utf8').includes('ADVISORY_LOCKS'))).toEqual([]);
});
