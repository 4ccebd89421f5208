// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forgetPosition, highestPosition, sawPosition } from '#web/api/positions.ts';

const at = (position: number) => String(position).padStart(20, '0');

beforeEach(forgetPosition);

test('a position goes back to the server exactly as it came', () => {
  sawPosition(at(41));
  expect(highestPosition()).toBe('00000000000000000041');
});

test('only a higher position replaces the one before', () => {
  sawPosition(at(900));
  sawPosition(at(41));
  expect(highestPosition()).toBe(at(900));
  sawPosition(at(1000));
  expect(highestPosition()).toBe(at(1000));
});

test('what is no position changes nothing', () => {
  sawPosition(at(7));
  sawPosition(null);
  sawPosition('start');
  expect(highestPosition()).toBe(at(7));
});
