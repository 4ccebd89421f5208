/** Of a review, and of its answer. */
export const MAX_REVIEW_LENGTH = 1_000;
