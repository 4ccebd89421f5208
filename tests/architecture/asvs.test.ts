import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sheet = fs.readFileSync(path.join(root, 'infrastructure/asvs.md'), 'utf8');
const rows = [...sheet.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm)].map(
  ([, id = '', what = '', state = '', why = '']) => ({ id, what, state, why }),
);

/** Of levels 1 and 2, by section: how many the standard has, where they are numbered without a gap up to there. */
const SECTIONS: Readonly<Record<string, number>> = {
  '6.1': 3,
  '6.2': 11,
  '6.3': 3,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
};

describe('the sheet of ASVS', () => {
  test('has each requirement of its chapters once, in order', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(wanted);
  });

  test.each(rows)('$id is met by a test that is there, or says why not', ({ state, why }) => {
    expect(['met', 'not applicable', 'open']).toContain(state);
    expect(why).not.toBe('');
    const [, file] = /^`(tests\/[^`]+\.test\.tsx?)`/.exec(why) ?? [];
    if (state === 'met') expect(file && fs.existsSync(path.join(root, file)), why).toBe(true);
    else expect(file).toBeUndefined();
  });
});
