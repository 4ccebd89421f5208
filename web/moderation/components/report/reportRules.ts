import { FEWEST_WORDS } from '#domain/moderation/limits.ts';

/** Minimum length as on the server; the field limits the maximum. */
export const enoughWords = (missing: string) => (typed: string) => {
  const { length } = typed.trim();
  if (length === 0) return missing;
  return length >= FEWEST_WORDS || `At least ${FEWEST_WORDS} characters`;
};
