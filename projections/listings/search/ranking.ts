import { grown } from './bitmap.ts';

type Compare = (one: number, other: number) => number;

export type Ranking = {
  /** Documents by rank; only the first `length` count. */
  readonly documents: Int32Array;
  readonly length: number;
  /** The first rank for which `comesBefore` is false. It must hold for a prefix of the ranking. */
  first(comesBefore: (document: number) => boolean): number;
  insert(documents: readonly number[]): void;
};

/** Documents kept in an order. */
export const openRanking = (compare: Compare): Ranking => {
  let ranked = new Int32Array(64);
  let length = 0;
  const firstUpTo = (end: number, comesBefore: (document: number) => boolean): number => {
    // sorted input and new listings go to the end
    if (end === 0 || comesBefore(ranked[end - 1]!)) return end;
    let low = 0;
    let high = end - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comesBefore(ranked[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    get documents() {
      return ranked;
    },
    get length() {
      return length;
    },
    first: (comesBefore) => firstUpTo(length, comesBefore),
    insert: (documents) => {
      const sorted = [...documents].sort(compare);
      ranked = grown(ranked, length + sorted.length);
      // from the last down, so that each block moves once
      let end = length;
      for (let left = sorted.length - 1; left >= 0; left--) {
        const document = sorted[left]!;
        const rank = firstUpTo(end, (other) => compare(other, document) < 0);
        ranked.copyWithin(rank + left + 1, rank, end);
        ranked[rank + left] = document;
        end = rank;
      }
      length += sorted.length;
    },
  };
};
