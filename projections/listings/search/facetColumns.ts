import { type Bitmap, grown } from './bitmap.ts';
import { FACETS, type Facet } from './facets.ts';

type Column = {
  /** `values` by number, and the number of each document. */
  values: string[];
  numbers: Map<string, number>;
  of: Uint16Array;
  /** Listings on offer, by value number. */
  offered: Float64Array;
};

export type FacetColumns = {
  write(document: number, offer: Readonly<Record<Facet, string>>): void;
  /** Counts the document as on offer, or no longer. */
  offer(document: number): void;
  withdraw(document: number): void;
  /** Listings on offer per value. */
  offered(facet: Facet): Record<string, number>;
  /** Matches per value. */
  count(facet: Facet, matches: Bitmap): Record<string, number>;
};

/** The facet values of each document, to count matches; the counts of all listings are kept. */
export const openFacetColumns = (): FacetColumns => {
  const columns = {} as Record<Facet, Column>;
  for (const facet of FACETS)
    columns[facet] = { values: [], numbers: new Map(), of: new Uint16Array(1_024), offered: new Float64Array(64) };

  const numberOf = (column: Column, value: string): number => {
    const known = column.numbers.get(value);
    if (known !== undefined) return known;
    const number = column.values.push(value) - 1;
    column.numbers.set(value, number);
    column.offered = grown(column.offered, column.values.length);
    return number;
  };

  const told = ({ values }: Column, counts: ArrayLike<number>): Record<string, number> =>
    Object.fromEntries(values.flatMap((value, number) => (counts[number]! > 0 ? [[value, counts[number]!]] : [])));

  const change = (document: number, by: number): void => {
    for (const facet of FACETS) {
      const { of, offered } = columns[facet];
      offered[of[document]!]! += by;
    }
  };

  return {
    write: (document, offer) => {
      for (const facet of FACETS) {
        const column = columns[facet];
        column.of = grown(column.of, document + 1);
        column.of[document] = numberOf(column, offer[facet]);
      }
    },
    offer: (document) => change(document, 1),
    withdraw: (document) => change(document, -1),
    offered: (facet) => told(columns[facet], columns[facet].offered),
    count: (facet, matches) => {
      const column = columns[facet];
      const { of } = column;
      const counts = new Int32Array(column.values.length);
      for (let place = 0; place < matches.length; place++)
        for (let bits = matches[place]!; bits !== 0; bits &= bits - 1)
          counts[of[(place << 5) + 31 - Math.clz32(bits & -bits)]!]!++;
      return told(column, counts);
    },
  };
};
