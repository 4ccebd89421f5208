import { Notice } from '../../../ui/States.tsx';

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
const claimWords = (texts: readonly string[], trademarks: readonly string[] = []): string[] => {
  const words = texts.flatMap((text) => found(text, trademarks));
  return words.filter((word, at) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === at);
};

/** Only a warning: the listing can still be saved, and staff decide. */
export const ClaimWarning = ({ texts, trademarks }: { texts: readonly string[]; trademarks: readonly string[] }) => {
  const words = claimWords(texts, trademarks);
  return (
    <div role="status">
      {words.length > 0 && (
        <Notice>
          <b>Please check your wording: {words.map((word) => `“${word}”`).join(', ')}.</b> The terms allow no
          counterfeits, no trademark references and no “proxy” or “replacement” claims. We may remove a listing that
          does.
        </Notice>
      )}
    </div>
  );
};
