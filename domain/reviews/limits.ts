/** Longest review or answer, in characters. */
export const MAX_REVIEW_LENGTH = 1_000;
