import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '#application/transparency/bytes.ts';
import type { StreamEnd } from '#application/transparency/streamMap.ts';
import { leafOf, map } from '#infrastructure/transparency/hashing.ts';
import { property } from '#tests/support/property.ts';

const end = (stream: string, revision = 3): StreamEnd => ({
  key: map.keyOf(stream),
  revision,
  leaf: leafOf(`${stream} ${revision}`),
});
const rootOf = (ends: readonly StreamEnd[]) => map.rootOf(map.nodeOf(ends, 0));
const STREAMS = fc.uniqueArray(
  fc.nat(5_000).map((number) => `sale-${number}`),
  { minLength: 1, maxLength: 60 },
);

property([STREAMS, fc.nat()])('every stream is proven to end where it does, and nowhere else', (streams, some) => {
  const ends = streams.map((stream) => end(stream));
  const root = rootOf(ends);
  const stream = streams[some % streams.length]!;
  const proof = map.proofOf(map.keyOf(stream), ends);
  expect(map.provenEnd(stream, proof, root)).toEqual(end(stream));
  expect(map.provenEnd(stream, { ...proof, end: end(stream, 2) }, root)).toBeUndefined();
  expect(map.provenEnd('sale-x', proof, root)).not.toEqual(end(stream));
});

property([STREAMS])('that there is no such stream is proven as well', (streams) => {
  const ends = streams.map((stream) => end(stream));
  expect(map.provenEnd('sale-x', map.proofOf(map.keyOf('sale-x'), ends), rootOf(ends))).toBe('none');
});

property([STREAMS, fc.nat()])('nobody proves that a stream is missing which is there', (streams, some) => {
  const ends = streams.map((stream) => end(stream));
  const stream = streams[some % streams.length]!;
  const without = ends.filter(({ key }) => toHex(key) !== toHex(map.keyOf(stream)));
  expect(map.provenEnd(stream, map.proofOf(map.keyOf(stream), without), rootOf(ends))).toBeUndefined();
});

test('hashes of another length prove nothing, whatever was hashed before them', () => {
  const ends = [end('sale-1'), end('sale-2')];
  const proof = map.proofOf(map.keyOf('sale-1'), ends);
  const short = { ...proof.end!, key: proof.end!.key.slice(0, 31) };
  expect(map.provenEnd('sale-1', { ...proof, end: short }, rootOf(ends))).toBeUndefined();
  expect(map.provenEnd('sale-1', { ...proof, beside: [new Uint8Array()] }, rootOf(ends))).toBeUndefined();
});

property([STREAMS])('the root is the same in whatever order the streams came, and from parts', (streams) => {
  const ends = streams.map((stream) => end(stream));
  const halves = [0, 1].map((side) =>
    map.nodeOf(
      ends.filter(({ key }) => key[0]! >> 7 === side),
      1,
    ),
  );
  expect(toHex(rootOf(ends.toReversed()))).toBe(toHex(rootOf(ends)));
  expect(toHex(map.rootOf(map.combine(halves[0], halves[1])))).toBe(toHex(rootOf(ends)));
});

test('a map without streams has a root as well', () => {
  expect(toHex(rootOf([]))).toBe('0'.repeat(64));
  expect(map.provenEnd('sale-1', map.proofOf(map.keyOf('sale-1'), []), rootOf([]))).toBe('none');
});
