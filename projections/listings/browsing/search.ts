import type { Knex } from 'knex';
import type { Mended } from '#application/contract/listingSearch.ts';
import { mendedWord, othersOf, slipsBetween, toleratedSlips, vocabularyOf } from '../search/words.ts';

const MOST_WORDS = 12;
/** The nearest words by their trigrams: of these, those that differ by a small typo are taken. */
const NEAREST = 100;

/** What is searched for, word by word; null: something without any word, so nothing can be found. */
export const wantedWords = (search = ''): string[] | null => {
  const words = vocabularyOf(search).slice(0, MOST_WORDS);
  return words.length === 0 && search.trim() ? null : words;
};

/** One word of a search: whole words, and the beginnings of others. */
export type Term = {
  word: string;
  begin: readonly string[];
  whole: readonly string[];
  /** So many listings on offer have it, at most. */
  most: number;
  /** They are exactly so many. */
  exact: boolean;
  /** Where none has the word itself. */
  mended?: Mended;
};

/** As a tsquery; undefined for what nothing has. */
export const asTsquery = ({ begin, whole }: Term): string | undefined =>
  [...begin.map((word) => `${word}:*`), ...whole].join(' | ') || undefined;

export const isMeant = ({ begin, whole }: Term, word: string): boolean =>
  whole.includes(word) || begin.some((beginning) => word.startsWith(beginning));

type Found = { words: number; listings: number };

/** How many words on offer each is the beginning, or the other number, of, and their listings; up to `enough` of them. */
const lookUp = async (db: Knex, words: readonly string[], enough: number): Promise<Found[]> => {
  const { rows } = await db.raw<{ rows: Found[] }>(
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

/** Words on offer that are `word` but for a small typo; else those with such a beginning. */
const similarWords = async (db: Knex, word: string): Promise<string[]> => {
  const most = toleratedSlips(word);
  if (most === 0) return [];
  const { rows } = await db.raw<{ rows: { word: string }[] }>(
    `SELECT word FROM read_listings.vocabulary ORDER BY word OPERATOR(public.<->) ?::text LIMIT ${NEAREST}`,
    [word],
  );
  const found = rows.map((other) => ({ word: other.word, ...slipsBetween(word, other.word) }));
  for (let distance = 1; distance <= most; distance++)
    for (const part of ['whole', 'begun'] as const) {
      const similar = found.filter((other) => other[part] === distance);
      if (similar.length > 0) return similar.map((other) => other.word);
    }
  return [];
};

/**
 * Every word of a search as what it finds: the beginning of a word, or its other number. A word that finds none on offer stands for
 * the most similar ones. `unknown`: typos are not looked for, because there are too many words.
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
    if (!typos && toleratedSlips(word) > 0) return 'unknown';
    const begin = await similarWords(db, word);
    if (begin.length === 0) terms.push({ word, begin, whole: [], most: 0, exact: true });
    else {
      const mended = mendedWord(word, begin);
      terms.push({ word, begin, whole: [], most: Number.POSITIVE_INFINITY, exact: false, mended });
    }
  }
  return terms;
};
