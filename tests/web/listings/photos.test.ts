import { expect, test } from 'vitest';
import { moved, sortOut } from '#web/listings/components/photos/photoRules.ts';
import { progressOfEach } from '#web/listings/components/photos/uploadProgress.ts';

const MB5 = 5_242_880;
const file = (name: string, type = 'image/jpeg', size = 1000) => ({ name, type, size });

test('accepts JPEG, PNG and WebP and rejects other types [D1-314]', () => {
  const { accepted, refusals } = sortOut(
    [file('a', 'image/jpeg'), file('b', 'image/png'), file('c', 'image/webp'), file('d', 'image/gif')],
    0,
  );
  expect(accepted.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(refusals).toEqual([{ name: 'd', message: 'Invalid file type. Only JPEG, PNG and WebP are allowed.' }]);
});

test('accepts 5 MB and rejects a byte more [D1-315]', () => {
  expect(sortOut([file('a', 'image/png', MB5)], 0).refusals).toEqual([]);
  expect(sortOut([file('a', 'image/png', MB5 + 1)], 0).refusals[0]?.message).toBe(
    'File is too large. Maximum size is 5MB.',
  );
});

test('accepts eight in total, including those already chosen [D1-316]', () => {
  const { accepted, refusals } = sortOut([file('a'), file('b'), file('c')], 6);
  expect(accepted.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(refusals).toEqual([{ name: 'c', message: 'Maximum 8 images allowed' }]);
});

test('does not count a rejected file [D1-316]', () => {
  expect(sortOut([file('a', 'text/plain'), file('b')], 7).accepted.map(({ name }) => name)).toEqual(['b']);
});

test('moves a photo and keeps the order of the others', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('fills the progress of one photo after another', () => {
  expect(progressOfEach([100, 200, 100], 0)).toEqual([0, 0, 0]);
  expect(progressOfEach([100, 200, 100], 200)).toEqual([1, 0.5, 0]);
  expect(progressOfEach([100, 200, 100], 400)).toEqual([1, 1, 1]);
});
