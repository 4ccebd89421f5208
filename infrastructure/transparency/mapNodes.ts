import type { MapNode } from '#application/transparency/streamMap.ts';
import { map } from './hashing.ts';

/** Streams whose keys agree in so many bits stand in one bucket: a head reads and hashes those only whose streams have moved. */
export const BUCKET_BITS = 16;

export const bucketOf = (key: Uint8Array): number => key[0]! * 256 + key[1]!;

/** The nodes above the buckets, in memory: at most 131,071. */
export const openMapNodes = () => {
  const levels = Array.from({ length: BUCKET_BITS + 1 }, () => new Map<number, MapNode>());
  let moved = new Set<number>();
  return {
    bucket: (bucket: number): MapNode => levels[BUCKET_BITS]!.get(bucket),
    set: (bucket: number, node: MapNode): void => {
      levels[BUCKET_BITS]!.set(bucket, node);
      moved.add(bucket);
    },
    root: (): Uint8Array => {
      let places = moved;
      for (let depth = BUCKET_BITS - 1; depth >= 0; depth--) {
        places = new Set([...places].map((place) => place >> 1));
        const below = levels[depth + 1]!;
        for (const place of places)
          levels[depth]!.set(place, map.combine(below.get(place * 2), below.get(place * 2 + 1)));
      }
      moved = new Set();
      return map.rootOf(levels[0]!.get(0));
    },
  };
};
