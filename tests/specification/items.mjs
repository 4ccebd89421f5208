// The items of the specification and the titles of the tests that name them. Dependency-free, so that it runs on a fresh clone.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const tests = path.resolve(here, '..');
const ITEM = /^- ((?:D1|D2|L)-\d{3}) (.*)$/;
const NAMED = /\[((?:D1|D2|L)-\d{3})\]/g;
/** A title stands in the first argument of test, it, describe or their variants; comments and data do not count. */
const CALL = /\b(?:test|it|describe)(?:\.\w+)*(?=[(`])/g;
const TITLE = /^\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/;
const QUOTED = /^(['"`])(?:\\.|(?!\1)[\s\S])*\1/;

/** What follows the parentheses at its beginning, such as the table of `test.each(table)('title', ...)`. */
const afterParentheses = (text) => {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const quoted = /['"`]/.test(text[at]) && QUOTED.exec(text.slice(at));
    if (quoted) at += quoted[0].length - 1;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(at + 1);
  }
  return '';
};

const titlesIn = (source) =>
  [...source.matchAll(CALL)].flatMap(({ 0: call, index }) => {
    const rest = source.slice(index + call.length);
    const title = TITLE.exec(rest) ?? (call.includes('.') && TITLE.exec(afterParentheses(rest)));
    return title ? [{ title: title[2], index }] : [];
  });

const readDocument = (file) => {
  const sections = [];
  for (const line of fs.readFileSync(path.join(here, file), 'utf8').split('\n')) {
    const heading = /^#{2,3} (.*)$/.exec(line);
    if (heading) sections.push({ title: heading[1], items: [] });
    const item = ITEM.exec(line);
    if (item) sections.at(-1).items.push({ id: item[1], text: item[2] });
  }
  return sections.filter((section) => section.items.length > 0);
};

const testFiles = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(file);
    return /\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });

export const itemsIn = (title) => [...title.matchAll(NAMED)].map(([, id]) => id);

export const documents = () => [
  ['Document 1', readDocument('document-1.md')],
  ['Document 2 and the lifecycle', readDocument('document-2.md')],
];

/** Item → where a title names it: the file below `tests/`, the title as it is written, and the source from it to the next title. */
export const namedByTests = () => {
  const named = new Map();
  for (const full of testFiles(tests)) {
    const source = fs.readFileSync(full, 'utf8');
    const file = path.relative(tests, full);
    const titles = titlesIn(source);
    titles.forEach(({ title, index }, place) => {
      const body = source.slice(index, titles[place + 1]?.index);
      for (const id of itemsIn(title)) named.set(id, [...(named.get(id) ?? []), { file, title, body }]);
    });
  }
  return named;
};
