import type { Knex } from 'knex';
import type { Mended } from '#application/contract/listingSearch.ts';
import { correction, editDistances, othersOf, toleratedTypos, vocabularyOf } from '../search/words.ts';

const MOST_WORDS = 12;
/** The nearest words by trigrams; of these, the ones within the tolerated typos count. */
const NEAREST = 100;

/** The words of a search; null if the text has none, so nothing can match. */
export const wantedWords = (search = ''): string[] | null => {
  const words = vocabularyOf(search).slice(0, MOST_WORDS);
  return words.length === 0 && search.trim() ? null : words;
};

/** One word of a search, as the whole words and prefixes that it matches. */
export type Term = {
  word: string;
  begin: readonly string[];
  whole: readonly string[];
  /** An upper bound of matching listings. */
  most: number;
  /** Whether the bound is exact. */
  exact: boolean;
  /** If no listing has the word itself. */
  mended?: Mended;
};

/** Undefined if nothing can match. */
export const asTsquery = ({ begin, whole }: Term): string | undefined =>
  [...begin.map((word) => `${word}:*`), ...whole].join(' | ') || undefined;

export const isMeant = ({ begin, whole }: Term, word: string): boolean =>
  whole.includes(word) || begin.some((beginning) => word.startsWith(beginning));

type WordCount = { words: number; listings: number };

/** For each word, the matching words on offer and their listings; counts up to `enough` words. */
const lookUp = async (db: Knex, words: readonly string[], enough: number): Promise<WordCount[]> => {
  const { rows } = await db.raw<{ rows: WordCount[] }>(
    `SELECT count(v.word)::int AS words, coalesce(sum(v.n), 0)::float8 AS listings
       FROM json_to_recordset(?::json) wanted(place int, word text, beyond text, others text[])
       LEFT JOIN LATERAL (
         (SELECT word, n FROM read_listings.vocabulary
           WHERE word >= wanted.word COLLATE "C" AND word < wanted.beyond COLLATE "C" LIMIT ${enough})
         UNION ALL SELECT word, n FROM read_listings.vocabulary WHERE word = ANY(wanted.others)) v ON true
      GROUP BY wanted.place ORDER BY wanted.place`,
    [
      JSON.stringify(
        words.map((word, place) => ({ place, word, beyond: `${word}\u{10FFFF}`, others: othersOf(word) })),
      ),
    ],
  );
  return rows;
};

/** Words on offer within the tolerated typos, or else words with such a prefix. */
const similarWords = async (db: Knex, word: string): Promise<string[]> => {
  const most = toleratedTypos(word);
  if (most === 0) return [];
  const { rows } = await db.raw<{ rows: { word: string }[] }>(
    `SELECT word FROM read_listings.vocabulary ORDER BY word OPERATOR(public.<->) ?::text LIMIT ${NEAREST}`,
    [word],
  );
  const found = rows.map((other) => ({ word: other.word, ...editDistances(word, other.word) }));
  for (let distance = 1; distance <= most; distance++)
    for (const part of ['whole', 'begun'] as const) {
      const similar = found.filter((other) => other[part] === distance);
      if (similar.length > 0) return similar.map((other) => other.word);
    }
  return [];
};

/**
 * Each word of a search matches as a prefix and in singular or plural. A word without matches stands for the most similar words.
 * `unknown`: the search has typos, and `typos` is off because there are too many words.
 */
export const readSearch = async (
  db: Knex,
  words: readonly string[],
  { typos, enough }: { typos: boolean; enough: number },
): Promise<Term[] | 'unknown'> => {
  const found = await lookUp(db, words, enough);
  const terms: Term[] = [];
  for (const [place, word] of words.entries()) {
    const { words: known, listings } = found[place]!;
    if (known > 0) {
      const most = known < enough ? listings : Number.POSITIVE_INFINITY;
      terms.push({ word, begin: [word], whole: othersOf(word), most, exact: known === 1 });
      continue;
    }
    if (!typos && toleratedTypos(word) > 0) return 'unknown';
    const begin = await similarWords(db, word);
    if (begin.length === 0) terms.push({ word, begin, whole: [], most: 0, exact: true });
    else {
      const mended = correction(word, begin);
      terms.push({ word, begin, whole: [], most: Number.POSITIVE_INFINITY, exact: false, mended });
    }
  }
  return terms;
};

const wordsInTitle = (title: string, terms: readonly Term[]): number => {
  const words = vocabularyOf(title);
  return terms.filter((term) => words.some((word) => isMeant(term, word))).length;
};

export const hasAllInTitle = (title: string, terms: readonly Term[]): boolean =>
  wordsInTitle(title, terms) === terms.length;

/** First listings with all words in the title, then with some of them, then the rest; the order within each stays. */
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
