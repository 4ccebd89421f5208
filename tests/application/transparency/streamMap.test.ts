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

property([STREAMS, fc.nat()])('proves the end of every stream, and no other', (streams, some) => {
  const ends = streams.map((stream) => end(stream));
  const root = rootOf(ends);
  const stream = streams[some % streams.length]!;
  const proof = map.proofOf(map.keyOf(stream), ends);
  expect(map.provenEnd(stream, proof, root)).toEqual(end(stream));
  expect(map.provenEnd(stream, { ...proof, end: end(stream, 2) }, root)).toBeUndefined();
  expect(map.provenEnd('sale-x', proof, root)).not.toEqual(end(stream));
});

property([STREAMS])('proves that a stream does not exist', (streams) => {
  const ends = streams.map((stream) => end(stream));
  expect(map.provenEnd('sale-x', map.proofOf(map.keyOf('sale-x'), ends), rootOf(ends))).toBe('none');
});

property([STREAMS, fc.nat()])('cannot prove that an existing stream is missing', (streams, some) => {
  const ends = streams.map((stream) => end(stream));
  const stream = streams[some % streams.length]!;
  const without = ends.filter(({ key }) => toHex(key) !== toHex(map.keyOf(stream)));
  expect(map.provenEnd(stream, map.proofOf(map.keyOf(stream), without), rootOf(ends))).toBeUndefined();
});

test('rejects hashes of another length, whatever was hashed before', () => {
  const ends = [end('sale-1'), end('sale-2')];
  const proof = map.proofOf(map.keyOf('sale-1'), ends);
  const short = { ...proof.end!, key: proof.end!.key.slice(0, 31) };
  expect(map.provenEnd('sale-1', { ...proof, end: short }, rootOf(ends))).toBeUndefined();
  expect(map.provenEnd('sale-1', { ...proof, beside: [new Uint8Array()] }, rootOf(ends))).toBeUndefined();
});

property([STREAMS])('has the same root in any order of streams, and from parts', (streams) => {
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

test('has a root without streams', () => {
  expect(toHex(rootOf([]))).toBe('0'.repeat(64));
  expect(map.provenEnd('sale-1', map.proofOf(map.keyOf('sale-1'), []), rootOf([]))).toBe('none');
});
