import { type Bitmap, grown, include, unite } from './bitmap.ts';

/** Rare terms are lists of documents, common ones bitmaps: whichever is smaller. */
type Posting = { documents: Int32Array; length: number; bits?: Bitmap };

const LEAST_FOR_BITS = 64;

type Postings = {
  /** Documents come in ascending order. Answers whether the term is new. */
  add(term: string, document: number): boolean;
  /** Sets the bits of all documents that have the term. */
  collect(term: string, into: Bitmap): void;
};

/** Which documents have a term, for any number of terms. */
export const openPostings = (): Postings => {
  const postings = new Map<string, Posting>();
  return {
    add: (term, document) => {
      const known = postings.get(term);
      const posting = known ?? { documents: new Int32Array(1), length: 0 };
      if (!known) postings.set(term, posting);
      if (!posting.bits) {
        posting.documents = grown(posting.documents, posting.length + 1);
        posting.documents[posting.length++] = document;
        if (posting.length >= LEAST_FOR_BITS && posting.length * 32 > document) {
          posting.bits = new Uint32Array((document >>> 5) + 1);
          for (const earlier of posting.documents.subarray(0, posting.length)) include(posting.bits, earlier);
          posting.documents = new Int32Array(0);
        }
      } else {
        posting.bits = grown(posting.bits, (document >>> 5) + 1);
        include(posting.bits, document);
      }
      return known === undefined;
    },
    collect: (term, into) => {
      const posting = postings.get(term);
      if (!posting) return;
      if (posting.bits) return unite(into, posting.bits);
      for (let place = 0; place < posting.length; place++) include(into, posting.documents[place]!);
    },
  };
};
