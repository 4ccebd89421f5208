import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bytes, fromBase64, toBase64 } from '#application/transparency/bytes.ts';
import { pathSteps, verifyHistory } from '#application/transparency/history.ts';
import { consistencyRanges, inclusionRanges, type Range } from '#application/transparency/merkleTree.ts';
import { isConsistent, isIncluded, rootOfInclusion } from '#application/transparency/proofs.ts';
import { hashing, map, sha256 } from '#infrastructure/transparency/hashing.ts';
import { property } from '#tests/support/property.ts';

/** What a server may send instead of a number. */
const anyNumber = fc.oneof(
  fc.nat(20),
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1, -2, -3, 0.5, 2 ** 53, 2 ** 53 + 2, 2 ** 64, -(2 ** 64), Number.NaN, Infinity, -Infinity),
  fc.constantFrom('3', null, undefined, {}, []) as fc.Arbitrary<unknown> as fc.Arbitrary<number>,
);
const aHash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyBytes = fc.oneof(aHash, fc.uint8Array({ maxLength: 100 }));
const anyPath = fc.oneof(
  fc.array(anyBytes, { maxLength: 70 }),
  aHash.map((hash) => Array.from({ length: 10_000 }, () => hash)),
);

const leafOf = (number: number): Bytes => hashing.leaf(Uint8Array.of(number));
const leaves = Array.from({ length: 13 }, (_, number) => leafOf(number));
const hashOf = ({ start, end }: Range): Bytes => {
  if (end - start === 1) return leaves[start]!;
  const half = start + 2 ** Math.ceil(Math.log2(end - start) - 1);
  return hashing.node(hashOf({ start, end: half }), hashOf({ start: half, end }));
};
const size = leaves.length;
const root = hashOf({ start: 0, end: size });
const pathOf = (index: number): Bytes[] => inclusionRanges(index, { start: 0, end: size }).map(hashOf);

describe('an absurd proof is rejected', () => {
  property([anyBytes, anyNumber, anyNumber, anyPath])('of inclusion', (leaf, index, of, path) => {
    expect(isIncluded({ leaf, index, size: of, path }, root, hashing)).toBe(false);
  });

  property([fc.nat(size - 1), anyNumber])('of a valid path at another place', (index, other) => {
    const proof = { leaf: leaves[index]!, index: other, size, path: pathOf(index) };
    expect(isIncluded(proof, root, hashing)).toBe(other === index);
  });

  property([fc.nat(size - 1), fc.nat(10), fc.uint8Array({ maxLength: 80 })])(
    'of a valid path with a hash of another length',
    (index, at, other) => {
      fc.pre(other.length !== 32);
      const path = pathOf(index).with(at % pathOf(index).length, other);
      expect(rootOfInclusion({ leaf: leaves[index]!, index, size, path }, hashing)).toBeUndefined();
      expect(rootOfInclusion({ leaf: other, index, size, path: pathOf(index) }, hashing)).toBeUndefined();
      expect(pathSteps(leaves[index]!, index, size, path, sha256)).toEqual([]);
    },
  );

  property([anyNumber, anyNumber, anyBytes, anyBytes, anyPath])(
    'of consistency, unless it is empty or both sizes are equal',
    (from, to, first, second, proof) => {
      const [one, other] = [
        { size: from, root: first },
        { size: to, root: second },
      ];
      const isOne = from === to && toBase64(first) === toBase64(second);
      const said = isConsistent(one, other, proof, hashing);
      if (said) expect(proof).toEqual([]);
      if (said && from !== 0) expect(isOne).toBe(true);
    },
  );

  property([fc.integer({ min: 1, max: size }), anyNumber, anyNumber])(
    'of valid hashes for other sizes',
    (from, a, b) => {
      const proof = consistencyRanges(from, size).map(hashOf);
      const [first, second] = [hashOf({ start: 0, end: from }), root];
      expect(isConsistent({ size: from, root: first }, { size, root: second }, proof, hashing)).toBe(true);
      const isSame = a === from && b === size;
      fc.pre(!isSame && a !== 0 && !(a === b && from === size));
      // whatever sizes are claimed, only what these hashes prove may count as proven
      const said = isConsistent({ size: a, root: first }, { size: b, root: second }, proof, hashing);
      if (said) expect([a, b].every((named) => Number.isSafeInteger(named) && named > 0)).toBe(true);
    },
  );

  property([anyNumber, anyNumber, anyBytes, anyPath])(
    'of random numbers and hashes, with one step per hash',
    (...said) => {
      const [index, of, leaf, path] = said;
      const steps = pathSteps(leaf, index, of, path, sha256);
      expect([0, path.length]).toContain(steps.length);
    },
  );

  property([anyBytes, anyNumber, anyBytes, anyPath])('of a stream’s end', (key, revision, leaf, beside) => {
    const events = [{ entry: 'no entry', leaf, index: revision, path: beside }];
    const head = { origin: 'log', size, root, mapRoot: root, madeAt: 0, enteredAtOnce: 0 };
    const said = { stream: 'sale-1', facts: events, head, map: { beside, end: { key, revision, leaf } } };
    expect(verifyHistory(said, sha256).faults).toEqual([{ kind: 'chain', revision: 0 }, { kind: 'map' }]);
  });

  test.each([12.5, '12', -(2 ** 64) + 12, 2 ** 64, null])(
    'with an end at revision %s, even if its hash matches',
    (revision) => {
      const end = { key: map.keyOf('sale-1'), revision: 12, leaf: leafOf(1) };
      const mapRoot = map.rootOf(map.nodeOf([end], 0));
      expect(map.provenEnd('sale-1', { beside: [], end }, mapRoot)).toEqual(end);
      const other = { ...end, revision: revision as number };
      expect(map.provenEnd('sale-1', { beside: [], end: other }, mapRoot)).toBeUndefined();
    },
  );
});

describe('base64', () => {
  property([fc.uint8Array({ maxLength: 200 })])('round-trips', (bytes) => {
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });

  property([fc.string({ unit: 'binary' })])('is undefined if invalid', (text) => {
    const bytes = fromBase64(text);
    if (bytes) expect(toBase64(bytes)).toBe(text);
  });

  test('of a megabyte is read like any other', () => {
    const bytes = new Uint8Array(1_000_000).fill(7);
    expect(fromBase64(toBase64(bytes))?.length).toBe(bytes.length);
  });
});
