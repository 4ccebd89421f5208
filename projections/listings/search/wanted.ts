import type { Mended } from '#application/contract/listingSearch.ts';
import type { Bitmap } from './bitmap.ts';
import type { Lexicon } from './lexicon.ts';
import { anyIn, emptyPosting, type Posting } from './posting.ts';
import { mendedWord, othersOf, toleratedSlips } from './words.ts';

type Wanted = { postings: Posting[]; mended?: Mended };

/** A word that begins none on offer, and is the other number of none, stands for the most similar ones. */
export const wantedFor = (lexicon: Lexicon<Posting>, open: Bitmap, word: string): Wanted => {
  const meant = lexicon.beginningWith(word);
  for (const other of othersOf(word)) meant.push(lexicon.get(other) ?? emptyPosting());
  const offered = (posting: Posting) => anyIn(posting, open);
  if (meant.some(offered)) return { postings: meant };
  for (let distance = 1; distance <= toleratedSlips(word); distance++) {
    const { whole, begun, words } = lexicon.similarTo(word, distance);
    const similar = [...whole.keys()].filter((place) => offered(whole[place]![0]!));
    if (similar.length > 0) {
      const mended = mendedWord(
        word,
        similar.map((place) => words.whole[place]!),
      );
      return { postings: similar.flatMap((place) => whole[place]!), mended };
    }
    if (begun.some(offered)) {
      const mended = mendedWord(
        word,
        words.begun.filter((_, place) => offered(begun[place]!)),
      );
      return { postings: begun, mended };
    }
  }
  return { postings: [] };
};
