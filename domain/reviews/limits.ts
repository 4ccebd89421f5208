/** So many characters a review has at most, and so many its answer. */
export const MAX_REVIEW_LENGTH = 1_000;
