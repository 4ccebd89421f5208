import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLexicon } from '#projections/listings/search/lexicon.ts';
import { editDistances, otherNumberOf, toleratedTypos } from '#projections/listings/search/words.ts';
import { property } from '#tests/support/property.ts';
import { editDistance, editDistanceToPrefix } from '../../editDistance.ts';

/** Few letters, so that words are similar. */
const letters = fc.constantFrom('a', 'b', 'c', 'é', 'ш');
const someWord = (minLength: number, maxLength: number) =>
  fc.array(letters, { minLength, maxLength }).map((all) => all.join(''));
const rounds = fc.array(fc.array(someWord(1, 9), { maxLength: 200, size: 'max' }), { maxLength: 4 });

property([rounds, fc.array(someWord(1, 9), { minLength: 1, maxLength: 8 })], { numRuns: 50 })(
  'finds words by prefix and by edit distance, whenever they were added',
  (added, asked) => {
    const lexicon = openLexicon<string>();
    const known = new Set<string>();
    for (const words of added) {
      for (const word of words) {
        if (!known.has(word)) lexicon.set(word, word);
        known.add(word);
      }
      const all = [...known].sort();
      for (const word of asked) {
        expect(lexicon.get(word)).toBe(known.has(word) ? word : undefined);
        expect(lexicon.beginningWith(word)).toEqual(all.filter((other) => other.startsWith(word)));
        const measured = all.map((other) => ({
          other,
          whole: editDistance(word, other),
          begun: editDistanceToPrefix(word, other),
        }));
        for (const distance of [1, 2]) {
          const { whole, begun } = lexicon.similarTo(word, distance);
          const near = measured.filter((each) => each.whole === distance);
          expect(whole).toEqual(near.map((near) => all.filter((other) => other.startsWith(near.other))));
          const beginnings = measured.filter((each) => each.begun === distance && each.whole !== distance);
          expect(begun).toEqual(beginnings.map(({ other }) => other));
        }
      }
    }
  },
);

property([someWord(0, 8), someWord(0, 8)])('computes edit distances as defined', (word, other) => {
  expect(editDistances(word, other)).toEqual({
    whole: editDistance(word, other),
    begun: editDistanceToPrefix(word, other),
  });
});

test('tolerates no typo in short words and numbers, and two in long words', () => {
  expect(['orc', 'tank', 'paladin', 'stormcast', '1999', '40k', 'mk20b'].map(toleratedTypos)).toEqual([
    0, 1, 1, 2, 0, 0, 1,
  ]);
});

test.each([
  ['dragons', ['dragon']],
  ['armies', ['army', 'armie']],
  ['army', ['armies']],
  ['elves', ['elf', 'elfe', 'elve']],
  ['dwarf', ['dwarves']],
  ['boxes', ['box', 'boxe']],
  ['heroes', ['hero', 'heroe']],
  ['boss', []],
  ['monkey', []],
  ['orc', []],
])('%s also matches %o', (word, others) => {
  expect(otherNumberOf(word)).toEqual(others);
});
