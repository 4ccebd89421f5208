/** Invisible and direction-changing characters: the reader cannot see them. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** A visible character. Hangul fillers and the blank Braille pattern are invisible. */
const SEEN = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Makes a text safe inside a sentence: one line, no invisible or reordering characters. Joiners inside words and
 * emoji stay. Empty if nothing is visible.
 */
export const oneLine = (typed: string): string => {
  const line = typed.replace(BREAKS, ' ').replace(UNSEEN, '').trim();
  return SEEN.test(line) ? line : '';
};
