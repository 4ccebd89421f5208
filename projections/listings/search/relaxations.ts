import type { Nearest } from '#application/contract/listingSearch.ts';
import { type Facet, letsGo, TOLD_AS } from './facets.ts';
import { vocabularyOf } from './words.ts';

/** What one condition of a search is about. */
export type About = Facet | 'price' | 'total' | { word: string };

/** A way to ask for less, and the places of the conditions that stay. */
export type Drop = { told: Omit<Nearest, 'total'>; stay: number[] };

const isWord = (about: About): about is { word: string } => typeof about === 'object';

/** The search as it was typed without one of its words; as it is looked for, where what stands between spaces is several words. */
const without = (search: string, word: string): Pick<Nearest, 'word' | 'search'> => {
  const tokens = search.split(/\s+/).filter(Boolean);
  const words = tokens.map((token) => vocabularyOf(token));
  if (words.some(({ length }) => length > 1))
    return {
      word,
      search: vocabularyOf(search)
        .filter((other) => other !== word)
        .join(' '),
    };
  const typed = tokens.find((_, place) => words[place]?.[0] === word) ?? word;
  return { word: typed, search: tokens.filter((_, place) => words[place]?.[0] !== word).join(' ') };
};

/** Each condition that could be let go of, all words, and everything but the words; in the order in which they are told. */
export const dropsOf = (conditions: readonly About[], search: string): Drop[] => {
  const staying = (stays: (about: About) => boolean): number[] =>
    conditions.flatMap((about, place) => (stays(about) ? [place] : []));
  const words = conditions.filter(isWord);
  const filters = conditions.length - words.length;
  const drops = conditions
    .filter((about) => words.length > 1 || !isWord(about))
    .map((about): Drop => {
      if (isWord(about) || about === 'price' || about === 'total') {
        const told = isWord(about) ? { without: 'word' as const, ...without(search, about.word) } : { without: about };
        return { told, stay: staying((other) => other !== about) };
      }
      return { told: { without: TOLD_AS[about] }, stay: staying((other) => !letsGo(about, other)) };
    });
  if (words.length > 0)
    drops.push({ told: { without: 'search', search: '' }, stay: staying((about) => !isWord(about)) });
  if (filters > 1) drops.push({ told: { without: 'filters' }, stay: staying(isWord) });
  return drops;
};
