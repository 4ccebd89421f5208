import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkScope, type Walked } from './check.ts';
import { PAGE, rowOf } from './page.ts';
import { LARGEST } from './scopes.ts';
import { UNLIKE_AT_MOST } from './walk.ts';

let walked: Walked;
// half a minute of one core, and as many as others leave it
beforeAll(() => {
  walked = checkScope(LARGEST);
}, 900_000);

describe(`every state of the escrow where ${LARGEST.name}`, () => {
  test('keeps every rule', () => {
    expect(walked.broken).toEqual([]);
  });

  test('does not depend on the path to it: transactions with the same state nearly always have the same next steps', () => {
    expect(walked.unlike.length / walked.compared, walked.unlike.join('\n')).toBeLessThan(UNLIKE_AT_MOST);
    expect(walked.compared).toBeGreaterThan(50);
  });

  test('matches the page in the documentation', () => {
    const told = readFileSync(PAGE, 'utf8').split('\n');
    expect(told.filter((line) => line.startsWith(`| ${LARGEST.name} |`))).toEqual([rowOf(walked)]);
  });
});
