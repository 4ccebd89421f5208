import type { Knex } from 'knex';
import type { Wanted } from '#domain/listings/savedSearchFilters.ts';
import { allIn } from '#domain/transactions/allIn.ts';
import { isMeant, readSearch, type Term, wantedWords } from '../browsing/search.ts';
import type { ListingRow } from '../row.ts';
import { type Facet, facetsOf } from '../search/facets.ts';
import { editDistances, othersOf, toleratedTypos } from '../search/words.ts';

type Rates = Pick<ListingRow, 'domestic' | 'continental' | 'international'>;
/** The searchable part of a listing; `words` between spaces. */
export type Findable = Rates & Pick<ListingRow, Facet | 'price' | 'words'>;

/** One bit per kind of letter. */
const lettersOf = (word: string): number => {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
};

const ones = (bits: number): number => {
  let left = bits;
  let count = 0;
  for (; left !== 0; left &= left - 1) count++;
  return count;
};

/** Whether a word of a search matches a listing: `surely` as prefix or in its other number, `perhaps` if no word on offer is nearer. */
const openWords = (words: readonly string[]) => {
  const own = new Set(words);
  const letters = words.map(lettersOf);
  const known = new Map<string, 'surely' | 'perhaps' | 'not'>();
  const isNear = (word: string): boolean => {
    const most = toleratedTypos(word);
    if (most === 0) return false;
    const asked = lettersOf(word);
    // each typo adds at most one letter that the other word does not have
    return words.some((other, place) => {
      if (ones(asked & ~letters[place]!) > most) return false;
      const { whole, begun } = editDistances(word, other);
      return Math.min(whole, begun) <= most;
    });
  };
  const look = (word: string) => {
    if (words.some((other) => other.startsWith(word)) || othersOf(word).some((other) => own.has(other)))
      return 'surely';
    return isNear(word) ? 'perhaps' : 'not';
  };
  return (word: string) => {
    const found = known.get(word) ?? look(word);
    known.set(word, found);
    return found;
  };
};

const inRange = (value: number, least = 0, most = Number.POSITIVE_INFINITY): boolean => value >= least && value <= most;

const passes = (offer: Findable, search: Wanted): boolean => {
  const { minPrice, maxPrice, minTotal, maxTotal, destination = '' } = search;
  if (!inRange(offer.price, minPrice, maxPrice)) return false;
  if (facetsOf(search).some(({ facet, values }) => !values.includes(offer[facet]))) return false;
  if (minTotal === undefined && maxTotal === undefined) return true;
  const total = allIn({ price: offer.price, country: offer.country, rates: offer }, destination)?.total;
  return total !== undefined && inRange(total, minTotal, maxTotal);
};

/**
 * Which saved searches find a listing on offer, by the same words, facets and totals as browsing.
 * Asks the database only for words that are near a word of the listing.
 */
export const openMatching = (db: Knex) => {
  const terms = new Map<string, Term>();
  const learn = async (words: readonly string[]): Promise<void> => {
    const unknown = words.filter((word) => !terms.has(word));
    if (unknown.length === 0) return;
    const read = await readSearch(db, unknown, { typos: true, enough: 1 });
    if (read !== 'unknown') for (const term of read) terms.set(term.word, term);
  };

  return async <Search extends { wanted: Wanted }>(offer: Findable, searches: readonly Search[]): Promise<Search[]> => {
    const own = offer.words.split(' ').filter(Boolean);
    const means = openWords(own);
    const matches: Search[] = [];
    const open: { search: Search; near: string[] }[] = [];
    for (const search of searches) {
      if (!passes(offer, search.wanted)) continue;
      const words = wantedWords(search.wanted.search);
      if (words === null || words.some((word) => means(word) === 'not')) continue;
      const near = words.filter((word) => means(word) === 'perhaps');
      if (near.length === 0) matches.push(search);
      else open.push({ search, near });
    }
    await learn([...new Set(open.flatMap(({ near }) => near))]);
    const isTerm = (word: string): boolean => {
      const term = terms.get(word);
      return term !== undefined && own.some((other) => isMeant(term, other));
    };
    return [...matches, ...open.filter(({ near }) => near.every(isTerm)).map(({ search }) => search)];
  };
};
