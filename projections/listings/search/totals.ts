import { type Priced, totalIn } from '#domain/transactions/allIn.ts';
import { SHIPPING_ZONES, type ShippingZone } from '#domain/transactions/shipping.ts';
import { type Bitmap, grown, has, include } from './bitmap.ts';
import { openRanking, type Ranking } from './ranking.ts';
import { type Place, ranksBehind } from './readOff.ts';

type Compare = (one: number, other: number) => number;

/**
 * Sellers at `home` charge their domestic rate, all others the rate of the zone `abroad`.
 * So the order for a destination merges two of three rankings.
 */
export type Destination = { home: Bitmap; abroad: ShippingZone };

export type Totals = {
  write(document: number, offer: Omit<Priced, 'country'>): void;
  insert(documents: readonly number[]): void;
  /** Sets the bits of the documents whose total is in the range. */
  collect(
    destination: Destination,
    range: { minTotal: number | undefined; maxTotal: number | undefined },
    into: Bitmap,
  ): void;
  /** By total, then by `compare`. */
  order(destination: Destination): Compare;
  /** A page of the matches in that order, or its reverse. */
  readOff(
    destination: Destination,
    matches: Bitmap,
    page: { down: boolean; skip: number; take: number; behind?: Place | undefined },
  ): number[];
  totalOf(destination: Destination, document: number): number;
};

type Column = { totals: Int32Array; ranking: Ranking };

export const openTotals = (compare: Compare): Totals => {
  const columns = {} as Record<ShippingZone, Column>;
  for (const zone of SHIPPING_ZONES) {
    const column: Column = {
      totals: new Int32Array(1_024),
      ranking: openRanking((one, other) => column.totals[one]! - column.totals[other]! || compare(one, other)),
    };
    columns[zone] = column;
  }

  const totalOf = ({ home, abroad }: Destination, document: number): number =>
    columns[has(home, document) ? 'domestic' : abroad].totals[document]!;

  const order: Totals['order'] = (destination) => (one, other) =>
    totalOf(destination, one) - totalOf(destination, other) || compare(one, other);

  return {
    order,
    totalOf,
    write: (document, offer) => {
      for (const zone of SHIPPING_ZONES) {
        const column = columns[zone];
        column.totals = grown(column.totals, document + 1);
        column.totals[document] = totalIn(offer, zone);
      }
    },
    insert: (documents) => {
      for (const zone of SHIPPING_ZONES) columns[zone].ranking.insert(documents);
    },
    collect: ({ home, abroad }, { minTotal, maxTotal }, into) => {
      for (const [zone, lives] of [
        ['domestic', true],
        [abroad, false],
      ] as const) {
        const { totals, ranking } = columns[zone];
        const from = minTotal === undefined ? 0 : ranking.first((document) => totals[document]! < minTotal);
        const to = maxTotal === undefined ? ranking.length : ranking.first((document) => totals[document]! <= maxTotal);
        for (let rank = from; rank < to; rank++) {
          const document = ranking.documents[rank]!;
          if (has(home, document) === lives) include(into, document);
        }
      }
    },
    readOff: (destination, matches, { down, skip, take, behind }) => {
      const { home, abroad } = destination;
      const step = down ? -1 : 1;
      const compareTotals = order(destination);
      /** The next match of a ranking from a rank on, and the rank after it. */
      const next = ({ ranking }: Column, lives: boolean, rank: number) => {
        for (let at = rank; at >= 0 && at < ranking.length; at += step) {
          const document = ranking.documents[at]!;
          if (has(matches, document) && has(home, document) === lives) return { document, rank: at + step };
        }
        return undefined;
      };
      const begin = ({ ranking, totals }: Column) => {
        const all = { from: 0, to: ranking.length };
        const { from, to } = ranksBehind(ranking, all, (document) => totals[document]!, { down, behind });
        return down ? to - 1 : from;
      };
      let near = next(columns.domestic, true, begin(columns.domestic));
      let far = next(columns[abroad], false, begin(columns[abroad]));
      const page: number[] = [];
      for (let passed = 0; (near || far) && page.length < take; passed++) {
        const nearer = near && (!far || compareTotals(near.document, far.document) * step < 0);
        const document = (nearer ? near : far)!.document;
        if (passed >= skip) page.push(document);
        if (nearer) near = next(columns.domestic, true, near!.rank);
        else far = next(columns[abroad], false, far!.rank);
      }
      return page;
    },
  };
};
