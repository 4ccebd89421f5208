import type { Knex } from 'knex';
import { editDistance, wordsOf } from './words.ts';

/** Nearest words by their trigrams, of which those with a small typo are taken. */
const NEAREST = 40;
const MOST_WORDS = 12;

/** Short words must be right; then one slip, in long words two. */
const tolerated = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

type Word = { word: string; n: number };

/** Up to two: that is enough to know whether there is one, and whether it is the only one. */
const beginningWith = async (db: Knex, word: string): Promise<Word[]> => {
  const { rows } = await db.raw<{ rows: Word[] }>(
    'SELECT word, n FROM read_listings.vocabulary WHERE word >= ?::text AND word < ?::text LIMIT 2',
    [word, `${word}\u{10FFFF}`],
  );
  return rows;
};

/** Words on offer that differ from `word`, or from their own beginning of its length, by a small typo. */
const similarWords = async (db: Knex, word: string): Promise<string[]> => {
  const most = tolerated(word);
  if (most === 0) return [];
  const { rows } = await db.raw<{ rows: { word: string }[] }>(
    `SELECT word FROM read_listings.vocabulary ORDER BY word OPERATOR(public.<->) ?::text LIMIT ${NEAREST}`,
    [word],
  );
  const found = rows.map((row) => row.word);
  const distances = found.map((other) =>
    Math.min(editDistance(word, other, most), editDistance(word, other.slice(0, word.length), most)),
  );
  const least = Math.min(...distances);
  return least > most ? [] : found.filter((_, place) => distances[place] === least);
};

export type Search = {
  /** For `words @@ …`. */
  tsquery: string;
  /** The same: each has to begin a word, by any of its alternatives. */
  beginnings: string[][];
  /** How many listings on offer it finds, where the vocabulary knows; undefined: to be counted. */
  known: number | undefined;
};

/**
 * Finds every word of the search as the beginning of a word, in any order. A word that begins none on offer stands for the most
 * similar ones. Undefined: nothing to search for; null: nothing can be found.
 */
export const readSearch = async (db: Knex, search: string | undefined): Promise<Search | null | undefined> => {
  const words = [...new Set(wordsOf(search ?? ''))].slice(0, MOST_WORDS);
  if (words.length === 0) return search?.trim() ? null : undefined;
  const begun = await Promise.all(words.map((word) => beginningWith(db, word)));
  const beginnings = await Promise.all(
    words.map(async (word, place) => (begun[place]!.length > 0 ? [word] : similarWords(db, word))),
  );
  if (beginnings.some((alternatives) => alternatives.length === 0)) return null;
  const only = begun.length === 1 && begun[0]!.length === 1 ? begun[0]![0]!.n : undefined;
  const terms = beginnings.map((alternatives) => alternatives.map((word) => `${word}:*`).join(' | '));
  return { tsquery: terms.map((term) => `(${term})`).join(' & '), beginnings, known: only };
};
