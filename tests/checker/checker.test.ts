import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Checked, check } from './check.ts';
import { FAULTS, findFault } from './faults.ts';
import { PAGE, pageOf } from './page.ts';

let checked: Checked | undefined;
const once = (): Checked => {
  checked ??= check();
  return checked;
};
const found = new Map(FAULTS.map((fault) => [fault.name, findFault(fault)]));

describe('every state of the escrow', () => {
  // a minute of one core, and as many as others leave it
  test('keeps every law', () => {
    expect(once().broken).toEqual([]);
  }, 900_000);

  test('is one whatever way led to it: sales that count as the same may nearly always do the same next', () => {
    for (const { compared, unlike } of once().walked) {
      // how often a payout was tried is no part of the state
      expect(unlike.length / compared, unlike.join('\n')).toBeLessThan(0.02);
      expect(compared).toBeGreaterThan(50);
    }
  });

  test.each(FAULTS)('breaks a law with a fault: $name', (fault) => {
    expect(found.get(fault.name)?.found?.law).toBe(fault.law);
  });

  test('is told in the documentation as it was found', () => {
    expect(readFileSync(PAGE, 'utf8'), 'npm run check:escrow -- --write').toBe(pageOf(once(), [...found.values()]));
  });
});
