// Which items of the specification no test names, and of which no change is recorded that their tests notice.
// npm run specification            counts a section each, and the items left
// npm run specification -- --check fails if a test names an item that does not exist, or an item stands twice; with --record also if a recorded change is gone
// npm run specification -- mutate  looks for a change of the product for each item without one; mutate/run.mjs has the options
import { documents, namedByTests } from './items.mjs';
import { readRecord, staleIn } from './record.mjs';

const all = documents();
const items = all.flatMap(([, sections]) => sections.flatMap((section) => section.items));
const known = new Set(items.map((item) => item.id));
const named = namedByTests();

if (process.argv[2] === 'mutate') {
  const { mutate } = await import('./mutate/run.mjs');
  process.exit(await mutate({ items, named, options: process.argv.slice(3) }));
}

const record = readRecord();
const unknown = [...named].filter(([id]) => !known.has(id));
for (const [id, [{ file }]] of unknown)
  console.error(`tests/${file} names ${id}, which is no item of the specification`);
if (known.size !== items.length) console.error('an item stands twice in the specification');
const { stale } = process.argv.includes('--record') ? staleIn(record, named) : { stale: [] };
for (const { id, why } of stale) console.error(`the change recorded for ${id} is gone: ${why}`);
if (stale.length > 0)
  console.error('`npm run ratchets` forgets them; `npm run specification -- mutate` looks for others');
if (unknown.length > 0 || known.size !== items.length || stale.length > 0) process.exit(1);
if (process.argv.includes('--check')) process.exit(0);

/** Nothing proves an item that no test names; of the others those are open whose tests were not yet seen to notice a change. */
const openness = (item) =>
  !named.has(item.id) ? 'no test' : record[item.id] ? undefined : 'no change seen to be noticed';

for (const [title, sections] of all) {
  const within = sections.flatMap((section) => section.items);
  const left = within.filter((item) => !named.has(item.id));
  console.log(
    `\n${title}: ${within.length - left.length} of ${within.length} items named by a test, ${left.length} left`,
  );
  for (const section of sections) {
    const open = section.items.filter(openness);
    console.log(`\n  ${section.title}: ${section.items.length - open.length} of ${section.items.length}`);
    for (const item of open) console.log(`    ${item.id} (${openness(item)}) ${item.text}`);
  }
}
console.log(`\n${items.filter((item) => named.has(item.id)).length} of ${known.size} items are named by a test.`);
console.log(
  `${items.filter((item) => record[item.id]).length} of ${known.size} have a change on record that their tests notice.`,
);
