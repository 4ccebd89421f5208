/** What passes a figure off as somebody's product, or in its place. The names of brands on their own boxes are no claim. */
const CLAIMS = /(?<!\p{L})(?:prox(?:y|ies|ied)|replacements?|recasts?|counterfeits?|knock-?offs?)(?!\p{L})|[™®]/giu;

const found = (text: string, names: readonly string[]): string[] => {
  const lower = text.toLowerCase();
  return [...(text.match(CLAIMS) ?? []), ...names.filter((name) => lower.includes(name.toLowerCase()))];
};

/**
 * Words that the terms do not allow in a listing, each once, as typed. `trademarks`: names that an unofficial figure must not carry.
 * Only for a warning: a word alone proves nothing.
 */
export const claimWords = (texts: readonly string[], trademarks: readonly string[] = []): string[] => {
  const words = texts.flatMap((text) => found(text, trademarks));
  return words.filter((word, at) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === at);
};
