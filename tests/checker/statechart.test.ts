import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATECHART, statechart } from './statechart.ts';

test('the README’s statechart matches the machine (after a change: npm run check:escrow -- --write)', async () => {
  expect(readFileSync(STATECHART, 'utf8') === (await statechart())).toBe(true);
});
