import { type Bitmap, grown, has, include, meet, unite } from './bitmap.ts';

/** The documents that have a term: a list if it is rare, a bitmap if it is common. `inTitle`: those with it in the title. */
export type Posting = { documents: Int32Array; length: number; bits?: Bitmap; inTitle?: Posting };

const LEAST_FOR_BITS = 64;
const NONE = new Int32Array(0);

export const emptyPosting = (): Posting => ({ documents: new Int32Array(1), length: 0 });

/** Documents must come in ascending order. */
export const addTo = (posting: Posting, document: number): void => {
  if (posting.bits) {
    posting.bits = grown(posting.bits, (document >>> 5) + 1);
    include(posting.bits, document);
    return;
  }
  posting.documents = grown(posting.documents, posting.length + 1);
  posting.documents[posting.length++] = document;
  if (posting.length < LEAST_FOR_BITS || posting.length * 32 <= document) return;
  posting.bits = new Int32Array((document >>> 5) + 1);
  for (const earlier of posting.documents.subarray(0, posting.length)) include(posting.bits, earlier);
  posting.documents = NONE;
};

export const collect = ({ bits, documents, length }: Posting, into: Bitmap): void => {
  if (bits) unite(into, bits);
  else for (let place = 0; place < length; place++) include(into, documents[place]!);
};

export const anyIn = ({ bits, documents, length }: Posting, among: Bitmap): boolean => {
  if (bits) return meet(bits, among);
  for (let place = 0; place < length; place++) if (has(among, documents[place]!)) return true;
  return false;
};
