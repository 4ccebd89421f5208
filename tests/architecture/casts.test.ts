import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['application', 'domain', 'infrastructure', 'projections', 'web'];
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && fs.existsSync(path.join(root, file)));

const blindIn = (source: string): number => source.match(/\bas\s+unknown\s+as\b/g)?.length ?? 0;

test('types are cast only where a package declares them wrongly', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const blind = sources.flatMap((file) =>
    Array.from({ length: blindIn(fs.readFileSync(path.join(root, file), 'utf8')) }, () => file),
  );
  expect(blind.length).toBeLessThanOrEqual(6);
  expect(blind).toEqual(['infrastructure/crypto/canonicalJson.ts']);
});

test.each([
  ['const sale = row as unknown as Sale;', 1],
  ['const sale = { ...row,\n  at } as unknown\n  as Sale, other = row as unknown as Sale;', 2],
  ['const sale: unknown = row as Sale;', 0],
])('finds the cast in %j', (source, times) => expect(blindIn(source)).toBe(times));
