import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bytes, equal, fromHex, toHex } from '#application/transparency/bytes.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { consistencyRanges, inclusionRanges, type Range, rangeHash } from '#application/transparency/merkleTree.ts';
import { isConsistent, isIncluded } from '#application/transparency/proofs.ts';
import { hashesFrom, tilesFor } from '#application/transparency/tiles.ts';
import { hashing } from '#infrastructure/transparency/hashing.ts';
import { property } from '#tests/support/property.ts';

/** The definition of RFC 9162, 2.1.1. */
const definition = (leaves: readonly Bytes[]): Bytes => {
  if (leaves.length === 0) return hashing.empty;
  if (leaves.length === 1) return leaves[0]!;
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return hashing.node(definition(leaves.slice(0, half)), definition(leaves.slice(half)));
};
const byDefinition = (leaves: readonly Bytes[]) => (ranges: readonly Range[]) =>
  ranges.map(({ start, end }) => definition(leaves.slice(start, end)));
const leavesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => hashing.leaf(new TextEncoder().encode(`fact ${index}`)));

describe('the vectors of Certificate Transparency', () => {
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(fromHex);
  const leaves = entries.map(hashing.leaf);
  const hex = (hashes: readonly Bytes[]) => hashes.map(toHex);
  const ROOTS = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  test.each(ROOTS.map((root, size) => ({ root, size })))('the root of $size leaves', ({ root, size }) => {
    const tree = growTree(hashing);
    for (const leaf of leaves.slice(0, size)) tree.append(leaf);
    expect(toHex(tree.root())).toBe(root);
  });

  test.each([
    [
      0,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
  ])('prove leaf %i of 8', (index, path) => {
    const made = byDefinition(leaves)(inclusionRanges(index, { start: 0, end: 8 }));
    expect(hex(made)).toEqual(path);
    expect(isIncluded({ leaf: leaves[index]!, index, size: 8, path: made }, fromHex(ROOTS[8]!), hashing)).toBe(true);
  });

  test.each([
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('prove that %i leaves are a prefix of %i', (first, second, proof) => {
    const made = byDefinition(leaves)(consistencyRanges(first, second));
    expect(hex(made)).toEqual(proof);
    const heads = [first, second].map((size) => ({ size, root: fromHex(ROOTS[size]!) }));
    expect(isConsistent(heads[0]!, heads[1]!, made, hashing)).toBe(true);
  });
});

const SIZE = fc.integer({ min: 1, max: 700 });
const leaves = leavesUpTo(701);

describe('a tree of any size', () => {
  property([SIZE, fc.nat()])('proves each of its leaves, and none in another place', (size, some) => {
    const index = some % size;
    const path = byDefinition(leaves)(inclusionRanges(index, { start: 0, end: size }));
    const root = definition(leaves.slice(0, size));
    expect(isIncluded({ leaf: leaves[index]!, index, size, path }, root, hashing)).toBe(true);
    const other = (index + 1) % (size + 1);
    expect(isIncluded({ leaf: leaves[other]!, index, size, path }, root, hashing)).toBe(false);
    expect(isIncluded({ leaf: leaves[index]!, index: other, size, path }, root, hashing)).toBe(false);
    expect(isIncluded({ leaf: leaves[index]!, index, size, path: [...path, root] }, root, hashing)).toBe(false);
    if (path.length > 0)
      expect(isIncluded({ leaf: leaves[index]!, index, size, path: path.slice(1) }, root, hashing)).toBe(false);
  });

  property([SIZE, SIZE, SIZE])('proves each earlier tree, and no other', (one, other, some) => {
    const [first, second] = [Math.min(one, other), Math.max(one, other)];
    const proof = byDefinition(leaves)(consistencyRanges(first, second));
    const root = definition(leaves.slice(0, second));
    const before = { size: first, root: definition(leaves.slice(0, first)) };
    expect(isConsistent(before, { size: second, root }, proof, hashing)).toBe(true);
    const changed = some % second;
    const rewritten = leaves.slice(0, second).with(changed, leaves[(changed + 1) % 700]!);
    const another = { size: second, root: definition(rewritten) };
    expect(isConsistent(before, another, proof, hashing)).toBe(false);
    const forged = byDefinition(rewritten)(consistencyRanges(first, second));
    expect(isConsistent(before, another, forged, hashing)).toBe(changed >= first);
    expect(isConsistent({ size: second, root }, before, proof, hashing)).toBe(first === second);
  });

  property([SIZE, SIZE])('does so from tiles alone, wherever it began to grow', (one, other) => {
    const [first, second] = [Math.min(one, other), Math.max(one, other)];
    const begun = growTree(hashing);
    for (const leaf of leaves.slice(0, first)) begun.append(leaf);
    const tiles = new Map(begun.changedTiles().map((tile) => [`${tile.level}/${tile.index}`, tile]));
    const grown = growTree(hashing, { size: first, edge: begun.edge() });
    for (const leaf of leaves.slice(first, second)) grown.append(leaf);
    for (const tile of grown.changedTiles()) tiles.set(`${tile.level}/${tile.index}`, tile);
    const root = definition(leaves.slice(0, second));
    expect(equal(grown.root(), root)).toBe(true);

    const ranges = [{ start: 0, end: second }, { start: 0, end: first }, ...consistencyRanges(first, second)];
    const needed = tilesFor(ranges).map(({ level, index }) => tiles.get(`${level}/${index}`)!);
    const hashOf = hashesFrom(needed, hashing);
    expect(ranges.map((range) => toHex(rangeHash(range, hashOf, hashing)))).toEqual(
      byDefinition(leaves)(ranges).map(toHex),
    );
  });
});
