import { type Change, differenceOf } from './difference.ts';

/** One line of two histories side by side: a revision of each, or null where only the other has the event. */
export type AlignedRow = { one: number | null; other: number | null };

/** `divergence`: the first line that differs; null if one history begins with the whole other. */
export type Alignment = { rows: readonly AlignedRow[]; divergence: number | null };

/** Above this many cells the rest is put side by side in order: the table would be too large. */
const MOST_CELLS = 4_000_000;

const both = (from: number, length: number, otherFrom: number): AlignedRow[] =>
  Array.from({ length }, (_, place) => ({ one: from + place, other: otherFrom + place }));

/** The length of the longest common sequence of the rests from each pair of places. */
const lengthsOf = (one: readonly string[], other: readonly string[]): Uint16Array[] => {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--) {
      const [row, next] = [lengths[i] as Uint16Array, lengths[i + 1] as Uint16Array];
      row[j] = one[i] === other[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
};

const merged = (one: readonly string[], other: readonly string[], from: number): AlignedRow[] => {
  const lengths = lengthsOf(one, other);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const rows: AlignedRow[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) rows.push({ one: from + i++, other: from + j++ });
    else if (j >= other.length || (i < one.length && at(i + 1, j) >= at(i, j + 1)))
      rows.push({ one: from + i++, other: null });
    else rows.push({ one: null, other: from + j++ });
  }
  return rows;
};

/** Aligns two histories by event type. Events that both have in the same order share a line. */
export const alignedBy = (one: readonly string[], other: readonly string[]): Alignment => {
  let same = 0;
  while (same < one.length && same < other.length && one[same] === other[same]) same++;
  const rests = [one.slice(same), other.slice(same)] as const;
  const isTooLong = rests[0].length * rests[1].length > MOST_CELLS;
  const rest = isTooLong
    ? [
        ...rests[0].map((_, place): AlignedRow => ({ one: same + place, other: null })),
        ...rests[1].map((_, place): AlignedRow => ({ one: null, other: same + place })),
      ]
    : merged(...rests, same);
  const isSplit = rests[0].length > 0 && rests[1].length > 0;
  return { rows: [...both(0, same, 0), ...rest], divergence: isSplit ? same : null };
};

/** Ids, names of files and times differ in any two histories. */
const OWN_OF_EACH = /^(id|at|item|checkout|.*(Id|Ids|Url|At|By|Until|Hash|Address))$/;
const ID = /[0-9a-f]{16}/;
/** Instants and what is made from them. */
const INSTANT = 1e12;

const isOfEach = ({ path, before, after }: Change): boolean =>
  path.some((name) => OWN_OF_EACH.test(name)) ||
  [before, after].some((value) =>
    typeof value === 'number' ? value > INSTANT : typeof value === 'string' && ID.test(value),
  );

/** The values of two events of one kind that differ, apart from what is different in any two histories. */
export const dataDifference = (one: object, other: object): Change[] =>
  differenceOf(one, other).filter((change) => !isOfEach(change));
