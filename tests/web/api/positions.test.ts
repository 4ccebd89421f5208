// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forgetPosition, highestPosition, sawPosition } from '#web/api/positions.ts';

const at = (position: number) => String(position).padStart(20, '0');

beforeEach(forgetPosition);

test('returns a position to the server unchanged', () => {
  sawPosition(at(41));
  expect(highestPosition()).toBe('00000000000000000041');
});

test('replaces a position only with a higher one', () => {
  sawPosition(at(900));
  sawPosition(at(41));
  expect(highestPosition()).toBe(at(900));
  sawPosition(at(1000));
  expect(highestPosition()).toBe(at(1000));
});

test('ignores an invalid position', () => {
  sawPosition(at(7));
  sawPosition(null);
  sawPosition('start');
  expect(highestPosition()).toBe(at(7));
});
