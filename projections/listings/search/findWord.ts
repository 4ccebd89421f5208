import type { Mended } from '#application/contract/listingSearch.ts';
import type { Bitmap } from './bitmap.ts';
import type { Lexicon } from './lexicon.ts';
import { anyIn, emptyPosting, type Posting } from './posting.ts';
import { correction, othersOf, toleratedTypos } from './words.ts';

type WordMatch = { postings: Posting[]; mended?: Mended };

/** A word without matches on offer stands for the most similar words. */
export const findWord = (lexicon: Lexicon<Posting>, open: Bitmap, word: string): WordMatch => {
  const meant = lexicon.beginningWith(word);
  for (const other of othersOf(word)) meant.push(lexicon.get(other) ?? emptyPosting());
  const offered = (posting: Posting) => anyIn(posting, open);
  if (meant.some(offered)) return { postings: meant };
  for (let distance = 1; distance <= toleratedTypos(word); distance++) {
    const { whole, begun, words } = lexicon.similarTo(word, distance);
    const similar = [...whole.keys()].filter((place) => offered(whole[place]![0]!));
    if (similar.length > 0) {
      const mended = correction(
        word,
        similar.map((place) => words.whole[place]!),
      );
      return { postings: similar.flatMap((place) => whole[place]!), mended };
    }
    if (begun.some(offered)) {
      const mended = correction(
        word,
        words.begun.filter((_, place) => offered(begun[place]!)),
      );
      return { postings: begun, mended };
    }
  }
  return { postings: [] };
};
