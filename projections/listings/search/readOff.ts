import type { ListingCursor } from '#application/contract/listingSearch.ts';
import { type Bitmap, countBits, documentsIn, grown, intersect } from './bitmap.ts';
import { collect, type Posting } from './posting.ts';
import type { Ranking } from './ranking.ts';

/** The position after the last listing shown: its sort value (cents or epoch ms), then its id. */
export type Place = Pick<ListingCursor, 'value'> & {
  /** Compares a document's id with the id shown last; below 0 if it comes first. */
  compareId(document: number): number;
};

export const writeCursor = ({ tier, value, id }: ListingCursor): string => `${tier}.${value}.${id}`;

/** Up to this many are sorted; more are read from the ranking. */
const FEW = 300;

type Way = { down: boolean; skip: number; take: number; behind?: Place | undefined };
/** A page of the matches in an order or its reverse, after a place or from `skip` on. */
export type ReadOff = (matches: Bitmap, way: Way) => number[];
export type Order = {
  compare: (one: number, other: number) => number;
  /** The primary sort value. */
  goesBy: (document: number) => number;
  down: boolean;
  read: ReadOff;
};
export type Part = { skip: number; most: number; behind?: Place | undefined };
export type Ranks = { from: number; to: number };

/** Below 0 if a document comes before the place, in ascending order. */
export const against =
  (goesBy: (document: number) => number, { value, compareId }: Place) =>
  (document: number): number =>
    goesBy(document) - value || compareId(document);

/** The ranks after a place, ascending or descending. */
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
/** `tiers`: the tier (0 to 2) of each document on the page. */
export type TieredPage = { page: number[]; tiers: number[] };

/**
 * First documents with all words in the title, then with some, then the rest, each in the given order.
 * `titles`: per word, the documents with it in the title. Searches share its bitmaps.
 */
export const relevanceReader = () => {
  const rooms: Bitmap[] = [];
  const roomOf = (place: number, length: number): Bitmap => {
    rooms[place] = grown(rooms[place] ?? new Int32Array(length), length);
    return rooms[place].subarray(0, length).fill(0);
  };

  return (matches: Bitmap, titles: readonly (readonly Posting[])[], order: Order, part: TieredPart): TieredPage => {
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
        // a place replaces `skip`
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
