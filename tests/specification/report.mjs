// Which items of the specification no test names yet. Dependency-free, so that it runs on a fresh clone.
// npm run specification            counts a section each, and the items left
// npm run specification -- --check only fails when a test names an item that does not exist, or an item stands twice
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
    return title ? [title[2]] : [];
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

const namedByTests = () => {
  const named = new Map();
  for (const file of testFiles(tests))
    for (const title of titlesIn(fs.readFileSync(file, 'utf8')))
      for (const [, id] of title.matchAll(NAMED)) named.set(id, path.relative(tests, file));
  return named;
};

const documents = [
  ['Document 1', readDocument('document-1.md')],
  ['Document 2 and the lifecycle', readDocument('document-2.md')],
];
const items = documents.flatMap(([, sections]) => sections.flatMap((section) => section.items));
const known = new Set(items.map((item) => item.id));
const named = namedByTests();

const unknown = [...named].filter(([id]) => !known.has(id));
for (const [id, file] of unknown) console.error(`tests/${file} names ${id}, which is no item of the specification`);
if (known.size !== items.length) console.error('an item stands twice in the specification');
if (unknown.length > 0 || known.size !== items.length) process.exit(1);
if (process.argv.includes('--check')) process.exit(0);

for (const [title, sections] of documents) {
  const all = sections.flatMap((section) => section.items);
  const left = all.filter((item) => !named.has(item.id));
  console.log(`\n${title}: ${all.length - left.length} of ${all.length} items named by a test, ${left.length} left`);
  for (const section of sections) {
    const open = section.items.filter((item) => !named.has(item.id));
    console.log(`\n  ${section.title}: ${section.items.length - open.length} of ${section.items.length}`);
    for (const item of open) console.log(`    ${item.id} ${item.text}`);
  }
}
console.log(
  `\n${known.size - [...known].filter((id) => !named.has(id)).length} of ${known.size} items are named by a test.`,
);
