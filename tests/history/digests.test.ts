import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { digestFaults, recordDigests } from './digests.ts';
import { emptyRecords } from './emptyRecords.ts';
import { recordsIn } from './files.ts';

/** An event and a stream, each with its digest, and the stream's recorded text. */
const digested = () => {
  const { records, folder } = emptyRecords();
  for (const name of ['events/Named.1', 'streams/named', 'streams/named.told', 'streams/named.words'])
    records.add(name, { of: name });
  const list = new URL('digests.txt', folder);
  const written = recordDigests(records, list);
  return { records, folder, list, written, lines: readFileSync(list, 'utf8') };
};

test('every stored event and stream still has the bytes it was recorded with', () => {
  expect(digestFaults(recordsIn())).toEqual([]);
});

describe('the list of digests', () => {
  test('covers stored records only and is append-only', () => {
    const { records, list, written, lines } = digested();
    expect(written).toEqual(['tests/history/digests.txt']);
    expect(lines.split('\n').map((line) => line.replace(/^[0-9a-f]{64} {2}/, ''))).toEqual([
      'events/Named.1.json',
      'streams/named.json',
      '',
    ]);
    expect(recordDigests(records, list)).toEqual([]);
    records.add('events/Another.1', {});
    expect(digestFaults(records, list)).toEqual(['events/Another.1 has no digest: npm run history -- record']);
    recordDigests(records, list);
    const longer = readFileSync(list, 'utf8');
    expect(longer).toMatch(/^[0-9a-f]{64} {2}events\/Another\.1\.json\n$/m);
    expect(longer.startsWith(lines)).toBe(true);
    expect(digestFaults(records, list)).toEqual([]);
  });

  test('finds an edited record, even with a second line, and changes no line', () => {
    const { records, folder, list, lines } = digested();
    const file = new URL('events/Named.1.json', folder);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('Named', 'named'));
    expect(digestFaults(records, list)).toEqual(['events/Named.1 is no longer as it was written']);
    expect(() => recordDigests(records, list)).toThrow('events/Named.1 is no longer as it was written: bring it back');
    expect(readFileSync(list, 'utf8')).toBe(lines);
    const elsewhere = new URL('again.txt', folder);
    recordDigests(records, elsewhere);
    appendFileSync(list, readFileSync(elsewhere));
    expect(digestFaults(records, list)).toEqual(['events/Named.1 is no longer as it was written']);
  });

  test('finds a missing record and refuses a replacement', () => {
    const { records, folder, list } = digested();
    rmSync(new URL('streams/named.json', folder));
    expect(digestFaults(records, list)).toEqual(['streams/named was recorded and is gone']);
    expect(() => recordDigests(records, list)).toThrow('streams/named was recorded and is gone');
  });
});
