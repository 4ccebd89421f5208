import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILT, filesOf, laterParts, readManifest } from '../support/builtParts.ts';

const web = path.resolve(import.meta.dirname, '../../web');
const manifest = readManifest();
const page = fs.readFileSync(path.join(BUILT, 'index.html'), 'utf8');
const parts = laterParts();

/** The page names these itself, so they are there before any part is asked for. */
const inThePage = [...filesOf(manifest, 'index.html')].filter((file) => page.includes(file));
const nameOf = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]));

test('finds each lazily loaded part of the manifest', () => {
  const dynamic = Object.values(manifest).filter(({ isDynamicEntry }) => isDynamicEntry);
  expect(dynamic.length).toBeGreaterThan(90);
  expect(parts.map(({ file }) => file)).toEqual(expect.arrayContaining(dynamic.map(({ file }) => file)));
  expect(parts.filter(({ file }) => !nameOf.has(file))).toEqual([]);
});

test.each(parts)('$from loads $file through the loader, with all files that it needs', (part) => {
  expect(part.files, 'import() outside of the loader').toBeDefined();
  const name = nameOf.get(part.file) ?? '';
  const needed = [...filesOf(manifest, name)].filter((file) => !inThePage.includes(file) && file !== part.from);
  const missing = needed.filter((file) => !part.files?.includes(file));
  // The importing file is here, and so is all that it imports itself.
  const here = filesOf(manifest, nameOf.get(part.from) ?? '');
  expect(missing.filter((file) => !here.has(file))).toEqual([]);
});

test('the page loads the only style sheet, because the loader loads none', () => {
  const sheets = Object.values(manifest).flatMap(({ css = [] }) => css);
  for (const sheet of new Set(sheets)) expect(page).toContain(sheet);
});

/** React remembers a part that it could not load, as browsers do. */
test('only route screens are lazy components, which are recreated after a failure', () => {
  const lazy = fs
    .readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && /\blazy\(/.test(fs.readFileSync(path.join(web, file), 'utf8')));
  expect(lazy).toEqual(['routing/screen.tsx']);
});
