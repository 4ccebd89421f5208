import { z } from 'zod';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';

export const TOO_LONG = `At most ${MAX_REVIEW_LENGTH} characters`;

/** With the stars, in `Rating`. */
export const reviewText = z
  .string()
  .trim()
  .min(1, 'Please write something, or leave it out')
  .max(MAX_REVIEW_LENGTH, TOO_LONG);
