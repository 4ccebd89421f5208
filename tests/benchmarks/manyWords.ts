/** The words of most descriptions; the earlier, the more often. */
export const COMMON_WORDS =
  `knight dragon wizard warrior archer paladin skeleton orc goblin elf dwarf titan walker tank trooper captain
champion banner battle ancient crimson azure verdant golden silver midnight ember bone royal storm shadow iron chaos
primed assembled magnetised converted limited edition starter box squad regiment hero monster mount chariot artillery
terrain scenic base resin plastic metal painted varnished weathered display tabletop army bundle rare sealed complete`.split(
    /\s+/,
  );

/** Names, places and slips of the pen: few descriptions share one, and together they are most of the words there are. */
export const RARE_WORDS = 200_000;

export const SYLLABLES = `ka ro zhi mel tor vex ul dra sho nim bar eth qua gri lo fen sar yth mo ver
tik har zu nal pre oss cin dal wu hex jor ile tan ra bo kel sti um gha ne`.split(/\s+/);

export const rareWord = (number: number): string => {
  const syllable = (power: number) => SYLLABLES[Math.floor(number / power) % SYLLABLES.length]!;
  return syllable(1) + syllable(40) + syllable(1_600) + (number < 64_000 ? '' : syllable(64_000));
};

/** The same in SQL, of a number that stands in `k`, with the syllables bound as `:syllables`. */
export const RARE_WORD_SQL = `(:syllables::text[])[1 + k % 40] || (:syllables::text[])[1 + k / 40 % 40] ||
  (:syllables::text[])[1 + k / 1600 % 40] || CASE WHEN k < 64000 THEN '' ELSE (:syllables::text[])[1 + k / 64000 % 40] END`;
