import { beginningOf } from '#domain/shared/storable.ts';
import { synonymsOf } from './synonyms.ts';

const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower case, without accents. Letters and digits only, so `%`, `_` and quotes never reach a query. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (sign) => PLAIN[sign] ?? sign)
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Each word once, cut at 40 characters: PostgreSQL limits a lexeme to 2 kB. */
export const vocabularyOf = (...texts: string[]): string[] => [
  ...new Set(wordsOf(texts.join(' ')).map((word) => beginningOf(word, 40))),
];

/**
 * The singular or plural of an English noun, by its ending: `dragons` → `dragon`, `army` → `armies`.
 * Invented words are harmless, because no listing has them. Plurals that only add letters match as prefixes.
 */
export const otherNumberOf = (word: string): string[] => {
  if (word.length < 3) return [];
  const other = (ending: RegExp, by: string): string[] => (ending.test(word) ? [word.replace(ending, by)] : []);
  const plurals = [...other(/(?<![aeiou])y$/, 'ies'), ...other(/fe?$/, 'ves')];
  if (word.length < 4) return plurals;
  const singulars = [
    ...other(/ies$/, 'y'),
    ...other(/ves$/, 'f'),
    ...other(/ves$/, 'fe'),
    ...other(/(?<=[sxzo]|[cs]h)es$/, ''),
    ...other(/(?<!s)s$/, ''),
  ];
  return [...plurals, ...singulars];
};

/** Whole words that a word also matches: its singular or plural, and its English meanings. */
export const othersOf = (word: string): string[] => [
  ...otherNumberOf(word),
  ...synonymsOf(word).flatMap((english) => [english, `${english}s`, ...otherNumberOf(english)]),
];

/** The typos that a word may have; short words and numbers must be right. */
export const toleratedTypos = (word: string): number =>
  word.length < 4 || /^\p{N}+$/u.test(word) ? 0 : word.length < 8 ? 1 : 2;

/** Damerau–Levenshtein distance from `word` to the whole of `other`, and to its nearest prefix. */
export const editDistances = (word: string, other: string): { whole: number; begun: number } => {
  let before: number[] = [];
  let previous = Array.from({ length: word.length + 1 }, (_, column) => column);
  let begun = word.length;
  for (let row = 1; row <= other.length; row++) {
    const current = [row];
    for (let column = 1; column <= word.length; column++) {
      const same = other[row - 1] === word[column - 1];
      const swapped =
        row > 1 && column > 1 && other[row - 1] === word[column - 2] && other[row - 2] === word[column - 1];
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = previous;
    previous = current;
    begun = Math.min(begun, current[word.length]!);
  }
  return { whole: previous[word.length]!, begun };
};

const MOST_NAMED = 3;

/** What a word without matches was taken for; empty if there are too many candidates to name. */
export const correction = (typed: string, similar: readonly string[]) => ({
  typed,
  meant: similar.length > MOST_NAMED ? [] : similar.toSorted(),
});
