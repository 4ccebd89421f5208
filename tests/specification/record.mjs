// mutations.json: for each item the change of the product that its tests were seen to notice. Dependency-free like the report.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, sourceFiles } from './sources.mjs';

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'mutations.json');

export const readRecord = () => (fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : {});

export const writeRecord = (record) => {
  const sorted = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
};

const readIfThere = (file) =>
  fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), 'utf8') : '';

/** `%s`, `$name` and `${…}` stand for whatever a table or a template puts there. */
const asPattern = (title) =>
  new RegExp(
    title
      .replace(/\\(['"`])/g, '$1')
      .split(/\$\{[^}]*\}|\$\w+|%[a-z#]/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

/** What no longer holds: the changed line is gone, or no title that names the item is the test's. A line in another file has only moved. */
export const staleIn = (record, named) => {
  const moved = new Map();
  const stale = [];
  let everything;
  for (const [id, { file, line, test }] of Object.entries(record)) {
    if (!named.get(id)?.some(({ title }) => asPattern(title).test(test))) {
      stale.push({ id, why: `no test is called "${test}"` });
    } else if (!readIfThere(file).includes(line)) {
      everything ??= sourceFiles().map((source) => ({ source, text: readIfThere(source) }));
      const found = everything.find(({ text }) => text.includes(line));
      if (found) moved.set(id, found.source);
      else stale.push({ id, why: `${file} no longer says "${line}"` });
    }
  }
  return { stale, moved };
};
