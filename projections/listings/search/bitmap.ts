/** One bit per document, 32 per element; bits after the end are unset. Signed, so that elements stay in fast integer arithmetic. */
export type Bitmap = Int32Array;

export const bitmapFor = (documents: number): Bitmap => new Int32Array((documents + 31) >>> 5);

export const has = (bitmap: Bitmap, document: number): boolean =>
  ((bitmap[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0;

export const include = (bitmap: Bitmap, document: number): void => {
  bitmap[document >>> 5]! |= 1 << (document & 31);
};

export const exclude = (bitmap: Bitmap, document: number): void => {
  bitmap[document >>> 5]! &= ~(1 << (document & 31));
};

export const unite = (target: Bitmap, other: Bitmap): void => {
  const shared = Math.min(target.length, other.length);
  for (let place = 0; place < shared; place++) target[place]! |= other[place]!;
};

export const intersect = (target: Bitmap, other: Bitmap): void => {
  const shared = Math.min(target.length, other.length);
  for (let place = 0; place < shared; place++) target[place]! &= other[place]!;
  target.fill(0, shared);
};

export const meet = (one: Bitmap, other: Bitmap): boolean => {
  const shared = Math.min(one.length, other.length);
  for (let place = 0; place < shared; place++) if ((one[place]! & other[place]!) !== 0) return true;
  return false;
};

export const countBits = (bitmap: Bitmap): number => {
  let count = 0;
  for (let place = 0; place < bitmap.length; place++) {
    let bits = bitmap[place]!;
    if (bits === 0) continue;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
};

export const documentsIn = (bitmap: Bitmap): number[] => {
  const documents: number[] = [];
  for (let place = 0; place < bitmap.length; place++)
    for (let bits = bitmap[place]!; bits !== 0; bits &= bits - 1)
      documents.push((place << 5) + 31 - Math.clz32(bits & -bits));
  return documents;
};

/** A copy with room for more, if needed. */
export const grown = <Numbers extends Int32Array | Uint32Array | Float64Array | Uint8Array | Uint16Array>(
  numbers: Numbers,
  length: number,
): Numbers => {
  if (length <= numbers.length) return numbers;
  const Kind = numbers.constructor as new (length: number) => Numbers;
  const larger = new Kind(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
};
