/** Damerau–Levenshtein distance by definition: tries every edit. */
export const editDistance = (word: string, other: string): number => {
  const reached = new Map<number, number>();
  const from = (left: number, right: number): number => {
    const rest = word.length - left;
    if (rest === 0 || right === other.length) return rest + other.length - right;
    const place = left * (other.length + 1) + right;
    const known = reached.get(place);
    if (known !== undefined) return known;
    const same = word[left] === other[right] ? 0 : 1;
    const swapped = rest > 1 && word[left] === other[right + 1] && word[left + 1] === other[right];
    const least = Math.min(
      1 + from(left + 1, right),
      1 + from(left, right + 1),
      same + from(left + 1, right + 1),
      swapped ? 1 + from(left + 2, right + 2) : Number.POSITIVE_INFINITY,
    );
    reached.set(place, least);
    return least;
  };
  return from(0, 0);
};

/** The distance to the nearest prefix of the other word. */
export const editDistanceToPrefix = (word: string, other: string): number =>
  Math.min(...Array.from({ length: other.length + 1 }, (_, end) => editDistance(word, other.slice(0, end))));
