/** Signs that turn the order of what stands after them, or take no room: whoever reads the line does not know of them. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** A letter, a digit or a sign: but neither one that fonts leave empty, as a filler of Hangul, nor Braille without a dot. */
const SEEN = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * As it stands in the middle of a sentence, with sums beside it: in one line, in the order in which it was written. Joiners within a word or an emoji stay.
 * Empty where nothing of it can be seen.
 */
export const oneLine = (typed: string): string => {
  const line = typed.replace(BREAKS, ' ').replace(UNSEEN, '').trim();
  return SEEN.test(line) ? line : '';
};
