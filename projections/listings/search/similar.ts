/** SortedWords words, and how many first letters each shares with the word before it. */
export type SortedWords = { words: readonly string[]; shared: Uint8Array };

/** Indexes of the words that are near as a whole, or else by a prefix. */
export type Similar = { whole: number[]; begun: number[] };

const codesOf = (word: string): Int32Array => Int32Array.from(word, (_, place) => word.charCodeAt(place));

/**
 * The words of which the whole, or some beginning, is at edit distance `distance` from `word`: insertions, deletions, replacements
 * and swapped neighbours. Walks them as the tree of their letters: a row of distances for each letter, kept for all words that
 * share it, and no further than a beginning from which `word` cannot be reached any more.
 */
export const findSimilar = ({ words, shared }: SortedWords, word: string, distance: number): Similar => {
  const similar: Similar = { whole: [], begun: [] };
  const wanted = codesOf(word);
  const width = wanted.length + 1;
  const tooFar = distance + 1;
  // rows[depth * width + column]: between the first `depth` letters of the other word and the first `column` of `wanted`.
  // Only cells near the diagonal are filled; all others stay too far.
  const rows = new Int32Array(width * (width + tooFar)).fill(tooFar);
  for (let column = 0; column <= Math.min(distance, wanted.length); column++) rows[column] = column;
  /** By depth: the distance of `wanted` to the nearest prefix. */
  const nearest = new Int32Array(width + tooFar).fill(tooFar);
  nearest[0] = rows[wanted.length]!;

  /** Returns whether any cell of the row is still near. */
  const fillRow = (other: string, depth: number): boolean => {
    const letter = other.charCodeAt(depth - 1);
    const before = depth > 1 ? other.charCodeAt(depth - 2) : -1;
    const row = depth * width;
    const from = Math.max(1, depth - distance);
    const to = Math.min(wanted.length, depth + distance);
    let near = false;
    if (depth <= distance) rows[row] = depth;
    for (let column = from; column <= to; column++) {
      const above = row - width + column;
      let least = rows[above - 1]! + (wanted[column - 1] === letter ? 0 : 1);
      least = Math.min(least, rows[above]! + 1, rows[row + column - 1]! + 1);
      if (column > 1 && depth > 1 && wanted[column - 1] === before && wanted[column - 2] === letter)
        least = Math.min(least, rows[above - width - 2]! + 1);
      if (least > distance) least = tooFar;
      else near = true;
      rows[row + column] = least;
    }
    nearest[depth] = Math.min(nearest[depth - 1]!, rows[row + wanted.length]!);
    return near || depth <= distance;
  };

  let known = 0;
  for (let place = 0; place < words.length; ) {
    const other = words[place]!;
    let depth = Math.min(known, shared[place]!);
    let reachable = true;
    while (reachable && depth < other.length) reachable = fillRow(other, ++depth);
    known = depth;
    let end = place + 1;
    if (!reachable) while (end < words.length && shared[end]! >= depth) end++;
    const whole = reachable && depth === other.length ? rows[depth * width + wanted.length]! : tooFar;
    if (whole === distance) similar.whole.push(place);
    else if (nearest[depth] === distance) for (; place < end; place++) similar.begun.push(place);
    place = end;
  }
  return similar;
};
