import type { MapNode } from '#application/transparency/streamMap.ts';
import { map } from './hashing.ts';

/** Streams whose keys share this many leading bits form a bucket; a checkpoint only rehashes changed buckets. */
export const BUCKET_BITS = 16;
/** Middle level: a proof reads its nodes and the buckets under one of them. */
export const SHEET_BITS = 8;

export const bucketOf = (key: Uint8Array): number => key[0]! * 256 + key[1]!;

/** A node with its depth (leading bits) and its place at that depth. */
export type PlacedNode = { depth: number; place: number; node: NonNullable<MapNode> };

/** The nodes above the buckets, in memory: at most 131,071. */
export const openMapNodes = () => {
  const levels = Array.from({ length: BUCKET_BITS + 1 }, () => new Map<number, MapNode>());
  let moved = new Set<number>();
  let unsaved = new Set<number>();
  const at = (depth: number, place: number): MapNode => levels[depth]!.get(place);
  const root = (): Uint8Array => {
    let places = moved;
    for (let depth = BUCKET_BITS - 1; depth >= 0; depth--) {
      places = new Set([...places].map((place) => place >> 1));
      for (const place of places)
        levels[depth]!.set(place, map.combine(at(depth + 1, place * 2), at(depth + 1, place * 2 + 1)));
    }
    moved = new Set();
    return map.rootOf(at(0, 0));
  };
  return {
    at,
    bucket: (bucket: number): MapNode => at(BUCKET_BITS, bucket),
    set: (bucket: number, node: MapNode): void => {
      levels[BUCKET_BITS]!.set(bucket, node);
      moved.add(bucket);
      unsaved.add(bucket);
    },
    root,
    /** The nodes that proofs need and that changed since the last call. */
    takeUnsaved: (): PlacedNode[] => {
      root();
      const sheets = new Set([...unsaved].map((bucket) => bucket >> (BUCKET_BITS - SHEET_BITS)));
      const kept = [
        ...[...unsaved].map((place) => ({ depth: BUCKET_BITS, place })),
        ...[...sheets].map((place) => ({ depth: SHEET_BITS, place })),
      ];
      unsaved = new Set();
      return kept.map((each) => ({ ...each, node: at(each.depth, each.place)! }));
    },
  };
};
