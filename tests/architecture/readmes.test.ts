import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((page) => fs.existsSync(path.join(root, page)));

const linksOf = (page: string): string[] =>
  [...fs.readFileSync(path.join(root, page), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
    ([, link = '']) => path.normalize(path.join(path.dirname(page), link)),
  );

const folderOf = (page: string): string => path.dirname(path.dirname(page));
const records = pages.filter((page) => path.basename(path.dirname(page)) === 'decisions');

describe('the READMEs of the folders', () => {
  test.each(pages)('%s links only to existing files', (page) => {
    expect(linksOf(page).filter((link) => !fs.existsSync(path.join(root, link)))).toEqual([]);
  });

  test.each([...new Set(records.map(folderOf))])('the decisions of %s are numbered without gaps', (folder) => {
    const numbers = records.filter((record) => folderOf(record) === folder).map((record) => path.basename(record));
    expect(numbers.map((name) => Number(name.slice(0, 4)))).toEqual(numbers.map((_, index) => index + 1));
  });

  test.each(records)('%s states its number, decision and reason, and its README links to it', (record) => {
    const text = fs.readFileSync(path.join(root, record), 'utf8');
    expect(text.startsWith(`# ${Number(path.basename(record).slice(0, 4))}. `)).toBe(true);
    expect(text).toContain('\n**Why:** ');
    expect(linksOf(path.join(folderOf(record), 'README.md'))).toContain(record);
  });
});
