// `npm run specification -- mutate`: looks for a change of the product that the tests of an item notice.
//   --item D1-304      only this item, every candidate told; more than once for several
//   --file 'web/**'    only mutants of these sources          --tests 'domain/**'  only these test files
//   --minutes 30       ends after them; a later run goes on   --limit 50           at most so many items
//   --runs 6           so many mutants a test at most         --again          also items that have a change on record
//   --changes FILE     tries the changes of a file instead, thought of by hand (mutat./byHand.mjs has its form)
//   --repair           runs nothing: forgets recorded changes that are gone, follows those that moved
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { itemsIn } from '../items.mjs';
import { readRecord, staleIn, writeRecord } from '../record.mjs';
import { root } from '../sources.mjs';
import { changesByHand } from './byHand.mjs';
import { chooser } from './choose.mjs';
import { everyMutant } from './mutants.mjs';
import { searchIn } from './search.mjs';
import { startSuites } from './suites.mjs';
import { rememberTried } from './tried.mjs';
import { tryEach } from './tryByHand.mjs';

/** Quick suites first; what runs the built program in a process of its own sees no mutant. */
const FOLDERS = ['domain', 'application', 'web', 'projections', 'contract', 'architecture', 'infrastructure', 'http'];
/** So many files share a run: a process is started once for them, and little is lost when the time is over. */
const TOGETHER = 12;

const USAGE =
  'npm run specification -- mutate [--item ID …] [--file GLOB] [--tests GLOB] [--minutes N] [--limit N] [--runs N] [--again] | --changes FILE | --repair';

const refuse = (words) => {
  console.error(words);
  process.exit(2);
};
const read = (args) => {
  try {
    return parsed(args);
  } catch (error) {
    return refuse(error.message.split('. ')[0]);
  }
};
const readOptions = (args) => {
  const { help, ...options } = read(args);
  return help ? refuse(USAGE) : options;
};

const parsed = (args) =>
  parseArgs({
    args,
    options: {
      help: { type: 'boolean' },
      item: { type: 'string', multiple: true },
      file: { type: 'string' },
      tests: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      limit: { type: 'string' },
      runs: { type: 'string', default: '6' },
      again: { type: 'boolean', default: false },
      changes: { type: 'string' },
      repair: { type: 'boolean', default: false },
    },
  }).values;

/** `**` is anything, `*` anything within a folder. */
const globbed = (glob) => {
  const pattern = glob?.split('**').map((part) =>
    part
      .split('*')
      .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]*'),
  );
  return pattern ? new RegExp(`^${pattern.join('.*')}$`) : /^/;
};

const repair = (named) => {
  const record = readRecord();
  const { stale, moved } = staleIn(record, named);
  for (const { id, why } of stale) {
    console.log(`${id} is open again: ${why}`);
    delete record[id];
  }
  for (const [id, file] of moved) record[id].file = file;
  writeRecord(record);
  console.log(`${moved.size} followed, ${stale.length} forgotten`);
};

/** Test file → the items to look for there. An item is looked for in its quickest file first. */
const byFile = (items, named, testsGlob) => {
  // What draws many random cases comes last: most of its items are found before.
  const place = (file) => (file.includes('properties') ? FOLDERS.length : FOLDERS.indexOf(file.split('/')[0]));
  const files = new Map();
  for (const item of items)
    for (const { file, body } of named.get(item.id) ?? []) {
      if (place(file) < 0 || !testsGlob.test(file)) continue;
      const wanted = files.get(file) ?? new Map();
      wanted.set(item.id, { ...item, body: (wanted.get(item.id)?.body ?? '') + body });
      files.set(file, wanted);
    }
  return [...files].sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b));
};

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 100);

const asRecord = (mutant, test) => ({
  file: mutant.file,
  line: mutant.line.text,
  change: mutant.to === '' ? `${short(mutant.from)} is left out` : `${short(mutant.from)} → ${short(mutant.to)}`,
  test,
});

const told = (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** A change that cannot be tried or that no test notices is told, and its item stays as it was. */
const tryByHand = async (text, { named, tests, end }) => {
  const { changes, written } = changesByHand(text);
  for (const { item, file, problem } of changes) if (problem) console.log(`${item} ${file}: ${problem}`);
  const toTry = changes.filter(({ problem }) => !problem);
  const files = byFile([...new Set(toTry.map(({ item }) => ({ id: item })))], named, globbed(tests));
  const suites = await startSuites(root, written);
  const noticed = new Set();
  for (let at = 0; at < files.length && Date.now() < end; at += TOGETHER) {
    const group = files.slice(at, at + TOGETHER).map(([name]) => `tests/${name}`);
    const open = toTry.filter(({ item }) => !noticed.has(item));
    const { caught, survived } = await tryEach({
      changes: open,
      files: group.filter((name) => open.some(({ item }) => new Map(files).get(name.slice(6))?.has(item))),
      targetsOf: ({ item }, _file, test) => itemsIn(test).includes(item),
      run: suites.run,
      told,
      end,
    });
    const record = readRecord();
    for (const change of open) {
      const test = caught.get(change.id);
      if (test && !noticed.has(change.item)) record[change.item] = asRecord(change, test);
      if (test) noticed.add(change.item);
      const [passed, ...others] = survived.get(change.id) ?? [];
      if (!test && passed)
        console.log(
          `${change.item} not noticed: ${change.file}:${change.line.number} ${asRecord(change).change}, by ${passed} and ${others.length} others`,
        );
    }
    writeRecord(record);
    told(`${noticed.size} of ${toTry.length} after ${group.map((name) => name.slice(6)).join(' ')}`);
  }
  await suites.close();
  for (const { item, file, line } of toTry) if (!noticed.has(item)) console.log(`open: ${item} ${file}:${line.number}`);
  return 0;
};

export const mutate = async ({ items, named, options }) => {
  const { item, file, tests, minutes, limit, runs, again, changes, repair: toRepair } = readOptions(options);
  if (toRepair) {
    repair(named);
    return 0;
  }
  const end = Date.now() + Number(minutes) * 60_000;
  if (changes) return tryByHand(fs.readFileSync(changes, 'utf8'), { named, tests, end });
  const record = readRecord();
  const isOpen = ({ id }) => (item ? item.includes(id) : again || !record[id]);
  const wanted = items.filter(isOpen).slice(0, limit ? Number(limit) : undefined);
  const tried = rememberTried(root);
  const isWorthIt = (name, id) => item !== undefined || again || !tried.has(name, id);
  const files = byFile(wanted, named, globbed(tests));
  const { mutants, written } = everyMutant();
  const choose = chooser(mutants);
  const allowed = globbed(file);
  const suites = await startSuites(root, written);
  told(`${wanted.length} items, ${files.length} test files, ${mutants.length} mutants`);

  const looked = new Set();
  const settled = new Set();
  const nearest = new Map();
  for (let at = 0; at < files.length && Date.now() < end; at += TOGETHER) {
    const group = files
      .slice(at, at + TOGETHER)
      .map(([name, ids]) => [
        `tests/${name}`,
        new Map([...ids].filter(([id]) => !settled.has(id) && isWorthIt(name, id))),
      ])
      .filter(([, ids]) => ids.size > 0);
    if (group.length === 0) continue;
    for (const [, ids] of group) for (const id of ids.keys()) looked.add(id);
    const { caught, survived } = await searchIn({
      files: new Map(group),
      mutants,
      choose,
      isAllowed: (mutant) => allowed.test(mutant.file),
      run: suites.run,
      end,
      told,
      runs: Number(runs),
      thorough: item !== undefined,
    });
    for (const [id, { mutant, test }] of caught) {
      settled.add(id);
      record[id] = asRecord(mutant, test);
      nearest.delete(id);
    }
    for (const [id, mutant] of survived) if (!settled.has(id)) nearest.set(id, mutant);
    writeRecord({ ...readRecord(), ...Object.fromEntries([...settled].map((id) => [id, record[id]])) });
    if (Date.now() < end) for (const [name, ids] of group) for (const id of ids.keys()) tried.add(name.slice(6), id);
    told(
      `${caught.size} of ${new Set(group.flatMap(([, ids]) => [...ids.keys()])).size} in ${group.map(([name]) => name.slice(6)).join(' ')}`,
    );
  }
  for (const { id, text } of wanted.filter(({ id }) => looked.has(id) && !settled.has(id))) {
    const near = nearest.get(id);
    console.log(`open: ${id} ${text}`);
    if (near) console.log(`      not noticed, for one: ${near.file}:${near.line.number} ${asRecord(near).change}`);
  }
  told(
    `${settled.size} of ${looked.size} items have a change that their tests notice; ${Object.keys(record).length} on record`,
  );
  await suites.close();
  return 0;
};
