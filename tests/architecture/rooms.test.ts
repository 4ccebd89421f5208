import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORTED = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;
/** Those of `domain` meet in what all of them are: the one list of facts. */
const TOPS = ['application', 'infrastructure', 'projections', 'web'];

/** The room of a file: its folder right beneath the top, or the file itself where it lies at the root. */
const roomOf = (file: string): string => relative(ROOT, file).split('/')[1] as string;

/** Which rooms each room imports from. */
const arrowsAmong = (sources: readonly (readonly [file: string, source: string])[]): Map<string, Set<string>> => {
  const arrows = new Map<string, Set<string>>();
  for (const [file, source] of sources)
    for (const [, imported] of source.matchAll(IMPORTED)) {
      const [from, to] = [roomOf(file), roomOf(resolve(dirname(file), imported as string))];
      if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  return arrows;
};

/** Rooms that nothing is above but what lies in a circle with them. */
const inCircles = (arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const left = new Map([...arrows].map(([room, below]) => [room, new Set(below)]));
  for (;;) {
    const floor = [...left].filter(([, below]) => ![...below].some((room) => left.has(room)));
    if (floor.length === 0) return [...left.keys()].sort();
    for (const [room] of floor) left.delete(room);
  }
};

describe('the rooms of a folder', () => {
  test.each(TOPS)('lie above each other: no two of %s import from one another, over others neither', (name) => {
    const top = join(ROOT, name);
    const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const arrows = arrowsAmong(files.map((file) => [join(top, file), readFileSync(join(top, file), 'utf8')] as const));
    expect(arrows.size).toBeGreaterThan(15);
    expect(inCircles(arrows)).toEqual([]);
  });

  test('a circle over three of them is found', () => {
    const importing = (room: string, other: string) =>
      [join(ROOT, 'infrastructure', room, 'x.ts'), `import { x } from '../${other}/x.ts';`] as const;
    const sources = [importing('mail', 'jobs'), importing('jobs', 'files'), importing('files', 'mail')];
    expect(inCircles(arrowsAmong(sources))).toEqual(['files', 'jobs', 'mail']);
  });
});
