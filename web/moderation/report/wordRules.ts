import { FEWEST_WORDS } from '#domain/moderation/limits.ts';

/** As the server has it; the most is the field's own. */
export const enoughWords = (missing: string) => (typed: string) => {
  const { length } = typed.trim();
  if (length === 0) return missing;
  return length >= FEWEST_WORDS || `At least ${FEWEST_WORDS} characters`;
};
