/** Of one’s own words, in characters. */
export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 500;
