/** Phrases that present a figure as somebody's product or as its replacement. Brand names alone are no claim. */
const CLAIMS = /(?<!\p{L})(?:prox(?:y|ies|ied)|replacements?|recasts?|counterfeits?|knock-?offs?)(?!\p{L})|[™®]/giu;

const found = (text: string, names: readonly string[]): string[] => {
  const lower = text.toLowerCase();
  return [...(text.match(CLAIMS) ?? []), ...names.filter((name) => lower.includes(name.toLowerCase()))];
};

/**
 * Forbidden words in a listing, each once, as typed. `trademarks`: names that an unofficial figure must not use.
 * Used for a warning only: a word alone proves nothing.
 */
export const claimWords = (texts: readonly string[], trademarks: readonly string[] = []): string[] => {
  const words = texts.flatMap((text) => found(text, trademarks));
  return words.filter((word, at) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === at);
};
