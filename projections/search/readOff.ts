import { type Bitmap, countBits, documentsIn, grown, intersect } from './bitmap.ts';
import { collect, type Posting } from './posting.ts';
import type { Ranking } from './ranking.ts';

/** So few are sorted; more are read off in their order. */
const FEW = 300;

type Way = { down: boolean; skip: number; take: number };
/** Of the matches, those from the `skip`th on in an order, or in its reverse. */
export type ReadOff = (matches: Bitmap, way: Way) => number[];
export type Order = { compare: (one: number, other: number) => number; down: boolean; read: ReadOff };
export type Part = { skip: number; most: number };
export type Ranks = { from: number; to: number };

/** Upwards or downwards through the ranks. */
export const readOffRanks =
  ({ documents: ranked }: Ranking, { from, to }: Ranks): ReadOff =>
  (matches, { down, skip, take }) => {
    const page: number[] = [];
    const step = down ? -1 : 1;
    let rank = down ? to - 1 : from;
    let passed = 0;
    for (let left = to - from; left > 0; left--, rank += step) {
      const document = ranked[rank]!;
      if ((matches[document >>> 5]! & (1 << (document & 31))) === 0) continue;
      if (passed++ >= skip && page.push(document) === take) break;
    }
    return page;
  };

export const readPart = (matches: Bitmap, total: number, { compare, down, read }: Order, part: Part): number[] => {
  const { skip } = part;
  const take = Math.max(0, Math.min(part.most, total - skip));
  if (take === 0) return [];
  if (total <= FEW) {
    const all = documentsIn(matches).sort(compare);
    return (down ? all.reverse() : all).slice(skip, skip + take);
  }
  if (skip <= total / 2) return read(matches, { down, skip, take });
  return read(matches, { down: !down, skip: total - skip - take, take }).reverse();
};

/**
 * Those that have all words in their title, then those that have some of them there, then the rest, each in the order given. `titles`:
 * for each word what has it in its title. Its bitmaps are used anew by each search.
 */
export const relevanceReader = () => {
  const rooms: Bitmap[] = [];
  const roomOf = (place: number, length: number): Bitmap => {
    rooms[place] = grown(rooms[place] ?? new Int32Array(length), length);
    return rooms[place].subarray(0, length).fill(0);
  };

  return (matches: Bitmap, titles: readonly (readonly Posting[])[], order: Order, { skip, most }: Part): number[] => {
    const [tier, either, rest] = [0, 1, 2].map((place) => roomOf(place, matches.length)) as [Bitmap, Bitmap, Bitmap];
    const page: number[] = [];
    let passed = 0;
    const add = (documents: Bitmap): void => {
      const total = countBits(documents);
      page.push(...readPart(documents, total, order, { skip: Math.max(0, skip - passed), most: most - page.length }));
      passed += total;
    };
    rest.set(matches);
    tier.set(matches);
    for (const postings of titles) {
      either.fill(0);
      for (const posting of postings) collect(posting, either);
      intersect(tier, either);
    }
    add(tier);
    for (let place = 0; place < rest.length; place++) rest[place]! &= ~tier[place]!;
    tier.fill(0);
    for (const posting of titles.flat()) collect(posting, tier);
    intersect(tier, rest);
    add(tier);
    for (let place = 0; place < rest.length; place++) rest[place]! &= ~tier[place]!;
    add(rest);
    return page;
  };
};
