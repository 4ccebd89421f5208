import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const styles = path.resolve(import.meta.dirname, '../../web/styles');
const read = (file: string) => fs.readFileSync(path.join(styles, file), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** The sheets of parts. Those of a width, of letters, of contrast and of paper vary what these shape. */
const SHEETS = [...read('app.css').matchAll(/@import "\.\/(\S+)" layer\(components\)/g)]
  .map(([, file]) => file!)
  .filter((file) => file !== 'narrow.css');

/** The classes of a list of selectors that stand there for themselves. */
const aloneIn = (selectors: string): string[] =>
  selectors
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\.[\w-]+$/.test(one));

type Shape = { file: string; displays: boolean };

/** By each class that a rule is for alone: the sheets with such rules. */
const shapesByClass = (): Map<string, Shape[]> => {
  const shapes = new Map<string, Shape[]>();
  for (const file of SHEETS)
    for (const [, selectors = '', body = ''] of read(file).matchAll(/^([^\s@}][^{}]*)\{([^{}]*)\}/gm))
      for (const name of aloneIn(selectors))
        shapes.set(name, [...(shapes.get(name) ?? []), { file, displays: /^\s*display:/m.test(body) }]);
  return shapes;
};

test('a CSS class with layout is defined in one sheet only, so two components cannot share it by accident', () => {
  const shapes = shapesByClass();
  expect(shapes.size).toBeGreaterThan(200);
  const met = [...shapes].filter(
    ([, found]) => new Set(found.map(({ file }) => file)).size > 1 && found.some(({ displays }) => displays),
  );
  expect(met.map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)).toEqual([]);
});
