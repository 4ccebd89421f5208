import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Checked, check } from './check.ts';
import { FAULTS, findFault } from './faults.ts';
import { PAGE, pageOf } from './page.ts';
import { LARGEST, SCOPES } from './scopes.ts';
import { UNLIKE_AT_MOST } from './walk.ts';

let checked: Checked | undefined;
const once = (): Checked => {
  checked ??= check(SCOPES.filter((scope) => scope !== LARGEST));
  return checked;
};
const found = new Map(FAULTS.map((fault) => [fault.name, findFault(fault)]));

// The largest scope has a file of its own, so that two cores share the work.
describe('every state of the escrow', () => {
  // half a minute of one core, and as many as others leave it
  test('keeps every rule', () => {
    expect(once().broken).toEqual([]);
  }, 900_000);

  test('does not depend on the path to it: transactions with the same state nearly always have the same next steps', () => {
    for (const { compared, unlike } of once().walked) {
      expect(unlike.length / compared, unlike.join('\n')).toBeLessThan(UNLIKE_AT_MOST);
      expect(compared).toBeGreaterThan(50);
    }
  });

  test.each(FAULTS)('breaks a rule with a fault: $name', (fault) => {
    expect(found.get(fault.name)?.found?.law).toBe(fault.law);
  });

  test('matches the page in the documentation', () => {
    const told = readFileSync(PAGE, 'utf8').split('\n');
    const here = told.filter((line) => !line.startsWith(`| ${LARGEST.name} |`));
    expect(here.join('\n'), 'npm run check:escrow -- --write').toBe(pageOf(once(), [...found.values()]));
  });
});
