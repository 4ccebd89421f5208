import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../web');

const files = fs
  .readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, source: fs.readFileSync(path.join(web, file), 'utf8') }));

/** What stands between `<Name` and the `>` that ends it; one inside braces or quotes does not. */
const attributesAt = (source: string, from: number): string => {
  let depth = 0;
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const sign = source.charAt(at);
    if (quote) quote = sign === quote ? '' : quote;
    else if (depth === 0 && sign === '"') quote = sign;
    else if (sign === '{') depth++;
    else if (sign === '}') depth--;
    else if (sign === '>' && depth === 0) return source.slice(from, at);
  }
  return source.slice(from);
};

const elements = (names: string) =>
  files.flatMap(({ file, source }) =>
    [...source.matchAll(new RegExp(`<(${names})(?=[\\s>])`, 'g'))].map((found) => ({
      file,
      name: found[1],
      attributes: attributesAt(source, found.index + found[0].length),
      before: source.slice(Math.max(0, found.index - 60), found.index),
    })),
  );

/** Pressed, it does something, sends its form, opens what it is the trigger of, or is not to be pressed at all. */
const DOES = /\bonClick=|type="submit"|\{\.\.\.|\bdisabled(?=[\s/]|$)|aria-disabled(?=\s)/;

/** It is given to a menu or a dialog, which makes it open or close. */
const HANDED_ON = /(trigger=\{|asChild>)\s*$/;

test('every button does something [D1-016]', () => {
  const buttons = elements('button|Button|IconButton');
  expect(buttons.length).toBeGreaterThan(100);
  const idle = buttons.filter(({ attributes, before }) => !DOES.test(attributes) && !HANDED_ON.test(before));
  expect(idle.map(({ file, name, attributes }) => `${file}: <${name}${attributes}>`)).toEqual([]);
});

test('every link leads somewhere [D1-016]', () => {
  const links = elements('a|Link|ButtonLink|BackLink');
  expect(links.length).toBeGreaterThan(60);
  const idle = links.filter(
    ({ attributes }) => !/\b(to|href)=|\{\.\.\./.test(attributes) || /\b(to|href)=(""|"#"|\{''\})/.test(attributes),
  );
  expect(idle.map(({ file, name, attributes }) => `${file}: <${name}${attributes}>`)).toEqual([]);
});
