import { type Bitmap, countBits, documentsIn, grown, intersect } from './bitmap.ts';
import type { Place } from './place.ts';
import { collect, type Posting } from './posting.ts';
import type { Ranking } from './ranking.ts';

/** So few are sorted; more are read off in their order. */
const FEW = 300;

type Way = { down: boolean; skip: number; take: number; behind?: Place | undefined };
/** Of the matches, those from the `skip`th on in an order, or in its reverse; of those that come there behind a place. */
export type ReadOff = (matches: Bitmap, way: Way) => number[];
export type Order = {
  compare: (one: number, other: number) => number;
  /** What it goes by first. */
  goesBy: (document: number) => number;
  down: boolean;
  read: ReadOff;
};
export type Part = { skip: number; most: number; behind?: Place | undefined };
export type Ranks = { from: number; to: number };

/** Below 0 where a document comes before the place in the order of values, upwards. */
export const against =
  (goesBy: (document: number) => number, { value, compareId }: Place) =>
  (document: number): number =>
    goesBy(document) - value || compareId(document);

/** The ranks that come behind a place, by its values upwards or downwards. */
export const ranksBehind = (
  ranking: Ranking,
  { from, to }: Ranks,
  goesBy: (document: number) => number,
  { down, behind }: Pick<Way, 'down' | 'behind'>,
): Ranks => {
  if (!behind) return { from, to };
  const compare = against(goesBy, behind);
  if (down)
    return {
      from,
      to: Math.min(
        to,
        ranking.first((document) => compare(document) < 0),
      ),
    };
  return {
    from: Math.max(
      from,
      ranking.first((document) => compare(document) <= 0),
    ),
    to,
  };
};

/** Upwards or downwards through the ranks. */
export const readOffRanks =
  (ranking: Ranking, ranks: Ranks, goesBy: (document: number) => number): ReadOff =>
  (matches, { down, skip, take, behind }) => {
    const { documents: ranked } = ranking;
    const { from, to } = ranksBehind(ranking, ranks, goesBy, { down, behind });
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

export const readPart = (matches: Bitmap, total: number, order: Order, part: Part): number[] => {
  const { compare, down, read, goesBy } = order;
  const { skip, behind } = part;
  if (behind && total <= FEW) {
    const place = against(goesBy, behind);
    const left = documentsIn(matches).filter((document) => (down ? place(document) < 0 : place(document) > 0));
    left.sort(compare);
    return (down ? left.reverse() : left).slice(0, part.most);
  }
  if (behind) return part.most > 0 ? read(matches, { down, skip: 0, take: part.most, behind }) : [];
  const take = Math.max(0, Math.min(part.most, total - skip));
  if (take === 0) return [];
  if (total <= FEW) {
    const all = documentsIn(matches).sort(compare);
    return (down ? all.reverse() : all).slice(skip, skip + take);
  }
  if (skip <= total / 2) return read(matches, { down, skip, take });
  return read(matches, { down: !down, skip: total - skip - take, take }).reverse();
};

export type TieredPart = Omit<Part, 'behind'> & { behind?: (Place & { tier: number }) | undefined };
/** `tiers`: in which of the three each one of the page stands. */
export type Tiered = { page: number[]; tiers: number[] };

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

  return (matches: Bitmap, titles: readonly (readonly Posting[])[], order: Order, part: TieredPart): Tiered => {
    const { skip, most, behind } = part;
    const [tier, either, rest] = [0, 1, 2].map((place) => roomOf(place, matches.length)) as [Bitmap, Bitmap, Bitmap];
    const page: number[] = [];
    const tiers: number[] = [];
    let passed = 0;
    let tierNow = -1;
    const add = (documents: Bitmap): void => {
      tierNow++;
      if (behind && tierNow < behind.tier) return;
      const total = countBits(documents);
      const left = most - page.length;
      const within = {
        // a place stands instead of a number to skip: what came before it is not counted
        skip: behind ? 0 : Math.max(0, skip - passed),
        most: left,
        behind: tierNow === behind?.tier ? behind : undefined,
      };
      const found = readPart(documents, total, order, within);
      page.push(...found);
      tiers.push(...found.map(() => tierNow));
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
    return { page, tiers };
  };
};
