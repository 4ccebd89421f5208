/** So many characters a reason in one’s own words has at least. */
export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 500;
