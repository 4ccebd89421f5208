import type { Nearest } from '#application/contract/listingSearch.ts';
import { API_NAMES, type Facet, isReplacedBy } from './facets.ts';
import { vocabularyOf } from './words.ts';

export type About = Facet | 'price' | 'total' | { word: string };

/** A way to relax a search, and the indexes of the conditions that stay. */
export type Relaxation = { told: Omit<Nearest, 'total'>; stay: number[] };

const isWord = (about: About): about is { word: string } => typeof about === 'object';

/** The typed search without one word; normalized if a token between spaces holds several words. */
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

/** Without each single condition, without all words, and without all filters; in display order. */
export const relaxationsOf = (conditions: readonly About[], search: string): Relaxation[] => {
  const staying = (stays: (about: About) => boolean): number[] =>
    conditions.flatMap((about, place) => (stays(about) ? [place] : []));
  const words = conditions.filter(isWord);
  const filters = conditions.length - words.length;
  const relaxations = conditions
    .filter((about) => words.length > 1 || !isWord(about))
    .map((about): Relaxation => {
      if (isWord(about) || about === 'price' || about === 'total') {
        const told = isWord(about) ? { without: 'word' as const, ...without(search, about.word) } : { without: about };
        return { told, stay: staying((other) => other !== about) };
      }
      return { told: { without: API_NAMES[about] }, stay: staying((other) => !isReplacedBy(about, other)) };
    });
  if (words.length > 0)
    relaxations.push({ told: { without: 'search', search: '' }, stay: staying((about) => !isWord(about)) });
  if (filters > 1) relaxations.push({ told: { without: 'filters' }, stay: staying(isWord) });
  return relaxations;
};
