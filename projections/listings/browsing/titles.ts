import { vocabularyOf } from '../search/words.ts';
import { isMeant, type Term } from './search.ts';

const wordsInTitle = (title: string, terms: readonly Term[]): number => {
  const words = vocabularyOf(title);
  return terms.filter((term) => words.some((word) => isMeant(term, word))).length;
};

export const hasAllInTitle = (title: string, terms: readonly Term[]): boolean =>
  wordsInTitle(title, terms) === terms.length;

/** First what has all words in its title, then what has some of them there, then the rest; otherwise as it stood. */
export const byRelevance = <Titled extends { title: string }>(
  found: readonly Titled[],
  terms: readonly Term[],
): { listing: Titled; tier: number }[] => {
  const tiers: { listing: Titled; tier: number }[][] = [[], [], []];
  for (const listing of found) {
    const inTitle = wordsInTitle(listing.title, terms);
    const tier = inTitle === terms.length ? 0 : inTitle > 0 ? 1 : 2;
    tiers[tier]?.push({ listing, tier });
  }
  return tiers.flat();
};
