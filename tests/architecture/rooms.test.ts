import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORTED = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;
/**
 * How many rooms a folder has, and on how many floors they lie, each above all that it imports from: more is a thing to decide.
 * The draft of `infrastructure` had 19 rooms on 6 floors, and 3 arrows that led up; without those it takes a floor more.
 */
const DRAWN = [
  { name: 'domain', rooms: 13, floors: 7 },
  { name: 'infrastructure', rooms: 20, floors: 7 },
  { name: 'projections', rooms: 10, floors: 5 },
  { name: 'application', rooms: 17, floors: 8 },
  { name: 'web', rooms: 28, floors: 11 },
];

/** `domain/events.ts` lists the events of every area, and is no room of its own. */
const EVERY_EVENT = 'events.ts';

/** The room of a file: its folder right beneath the top, or the file itself where it lies at the root. */
const roomOf = (file: string): string => relative(ROOT, file).split('/')[1] as string;

const fileOf = (file: string): string => relative(ROOT, file);

type Source = readonly [file: string, source: string];

/** Which rooms each room imports from, if any; or files, where each is a room of its own. Types count. */
const arrowsAmong = (sources: readonly Source[], placeOf = roomOf): Map<string, Set<string>> => {
  const arrows = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    const from = placeOf(file);
    if (from === EVERY_EVENT) continue;
    const below = arrows.get(from) ?? new Set();
    arrows.set(from, below);
    for (const [, imported] of source.matchAll(IMPORTED)) {
      const to = placeOf(resolve(dirname(file), imported as string));
      if (to === EVERY_EVENT) continue;
      if (from !== to) below.add(to);
    }
  }
  return arrows;
};

const sourcesIn = (name: string): Source[] => {
  const top = join(ROOT, name);
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => [join(top, file), readFileSync(join(top, file), 'utf8')]);
};

/** Floor by floor, the lowest first; what lies in a circle, and what is above one, lies on none. */
const floorsOf = (arrows: ReadonlyMap<string, ReadonlySet<string>>): { floors: string[][]; circles: string[] } => {
  const left = new Map(arrows);
  const floors: string[][] = [];
  for (;;) {
    const floor = [...left].filter(([, below]) => ![...below].some((room) => left.has(room))).map(([room]) => room);
    if (floor.length === 0) return { floors, circles: [...left.keys()].sort() };
    floors.push(floor);
    for (const room of floor) left.delete(room);
  }
};

describe('the rooms of a folder', () => {
  test.each(DRAWN)('$name has at most $rooms rooms on $floors floors, and no arrow leads up', ({ name, ...most }) => {
    const arrows = arrowsAmong(sourcesIn(name));
    const { floors, circles } = floorsOf(arrows);
    expect(circles).toEqual([]);
    expect(arrows.size).toBeGreaterThanOrEqual(10);
    expect(arrows.size).toBeLessThanOrEqual(most.rooms);
    expect(floors.length).toBeLessThanOrEqual(most.floors);
  });

  test.each(DRAWN)('no two files of $name import each other, not even types', ({ name }) => {
    const arrows = arrowsAmong(sourcesIn(name), fileOf);
    expect(arrows.size).toBeGreaterThan(80);
    expect(floorsOf(arrows).circles).toEqual([]);
  });

  const importing = (room: string, other: string) =>
    [join(ROOT, 'infrastructure', room, 'x.ts'), `import { x } from '../${other}/x.ts';`] as const;

  test('a cycle of three files is found', () => {
    const sources = [importing('mail', 'jobs'), importing('jobs', 'files'), importing('files', 'mail')];
    expect(floorsOf(arrowsAmong(sources))).toEqual({ floors: [], circles: ['files', 'jobs', 'mail'] });
  });

  test('each room is one floor above the highest room that it imports', () => {
    const below = [join(ROOT, 'infrastructure', 'system', 'x.ts'), ''] as const;
    const sources = [importing('mail', 'jobs'), importing('mail', 'system'), importing('jobs', 'system'), below];
    expect(floorsOf(arrowsAmong(sources)).floors).toEqual([['system'], ['jobs'], ['mail']]);
  });
});
