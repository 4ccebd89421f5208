import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { file: string; line: string; change: string; test: string };
type Named = Map<string, { title: string }[]>;
type Record_ = {
  staleIn: (
    record: Record<string, Entry>,
    named: Named,
  ) => { stale: { id: string; why: string }[]; moved: Map<string, string> };
};

const { staleIn }: Record_ = await import(new URL('./record.mjs', import.meta.url).href);

const FILE = 'domain/transactions/fees.ts';
const line = readFileSync(FILE, 'utf8')
  .split('\n')
  .map((one) => one.trim())
  .find((one) => one.startsWith('export const'))!;
const named = (...titles: string[]): Named => new Map([['D1-001', titles.map((title) => ({ title }))]]);
const entry = (changes: Partial<Entry> = {}) => ({
  'D1-001': { file: FILE, line, change: '1 → 2', test: 'fees > of 5 euros [D1-001]', ...changes },
});

test('a change holds while its line and a title like that of its test are there', () => {
  for (const title of ['of 5 euros [D1-001]', 'of %s euros [D1-001]', 'of $amount euros [D1-001]'])
    expect(staleIn(entry(), named(title))).toEqual({ stale: [], moved: new Map() });
});

test('a line that stands in another file has moved', () => {
  const { stale, moved } = staleIn(entry({ file: 'domain/gone.ts' }), named('of 5 euros [D1-001]'));
  expect([stale, moved]).toEqual([[], new Map([['D1-001', FILE]])]);
});

test.each([
  ['its line is nowhere', entry({ line: 'no such line anywhere' }), named('of 5 euros [D1-001]'), /no longer says/],
  ['its test is called otherwise', entry(), named('of 6 euros [D1-001]'), /no test is called/],
  ['no test names its item', entry(), new Map(), /no test is called/],
])('it is gone when %s', (_, record, titles, why) => {
  expect(staleIn(record, titles).stale).toEqual([{ id: 'D1-001', why: expect.stringMatching(why) }]);
});
