// `npm test` runs the first tier with all checks; `npm run test:all` both tiers; `npm test -- PATH …` only these files, without checks.
// The second tier is every file named `*.slow.test.ts(x)`. The last line says how many tests passed.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ONE_THREAD, UNCOLLECTED } from '../infrastructure/bootstrap/compiler.mjs';
import { failures } from './failures.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (...file) => path.join(root, 'node_modules', ...file);

/** `all`: both tiers. `rest`: the second tier alone, after a run of the first. */
const TIERS = { '--all': 'all', '--rest': 'rest' };
const words = process.argv.slice(2);
const tier = words.map((word) => TIERS[word]).find(Boolean) ?? 'first';
const selection = words.filter((word) => !(word in TIERS));
/** These suites read what is built; all others run from the sources. */
const READS_BUILD = /^$|journeys|architecture|publicPages|platform|bootstrap/;
const needsBuild =
  selection.length === 0 || selection.some((each) => READS_BUILD.test(each) || /^tests\/?$/.test(each));

const prepared = spawnSync(
  process.execPath,
  [path.join(root, 'infrastructure/bootstrap/ensure.mjs'), ...(needsBuild ? ['build'] : [])],
  { cwd: root, stdio: 'inherit' },
);
if (prepared.status !== 0) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** `aside`: its output comes in one piece, once it has ended. */
const step = (name, args, { aside = false, env = {} } = {}) =>
  new Promise((resolve) => {
    const began = performance.now();
    const stdio = aside ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const output = [];
    child.stdout?.on('data', (data) => output.push(data));
    child.stderr?.on('data', (data) => output.push(data));
    child.on('error', (error) => output.push(Buffer.from(`${error}\n`)));
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(output));
      console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      resolve(status === 0);
    });
  });

const aside = (name, args, env) => () => step(name, args, { aside: true, env });
const specification = path.join('tests', 'specification', 'report.mjs');
const CHECKS = {
  first: [
    aside('types', [bin('typescript', 'bin', 'tsc'), '--noEmit', ONE_THREAD], UNCOLLECTED),
    aside('lint, format and import rules', [bin('@biomejs', 'biome', 'bin', 'biome'), 'check']),
    aside('items of the specification', [specification, '--check']),
  ],
  rest: [aside('recorded changes of the specification', [specification, '--check', '--record'])],
};
CHECKS.all = [...CHECKS.first, ...CHECKS.rest];

/** One after another beside the first suites, which mostly wait. */
const check = async () => {
  let held = true;
  for (const run of selection.length > 0 ? [] : CHECKS[tier]) held = (await run()) && held;
  return held;
};

const results = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'reliquary-results-')), 'results.json');
const checking = check();
const ran = await step(
  'tests',
  [
    bin('vitest', 'vitest.mjs'),
    'run',
    ...selection,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ],
  { env: { TEST_TIER: selection.length > 0 ? 'all' : tier } },
);
const checked = await checking;

const report = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : undefined;
fs.rmSync(path.dirname(results), { recursive: true, force: true });
const passed = report?.numPassedTests ?? 0;
// A suite that could not be loaded and a failed check count as one failure each, so the last line never looks better than the run.
const failed =
  (report?.numFailedTests ?? 0) +
  (report?.testResults ?? []).filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
    .length +
  (checked ? 0 : 1) +
  (ran || (report?.numFailedTests ?? 0) > 0 ? 0 : 1);
const skipped = report?.numPendingTests ?? 0;
for (const failure of failures(report, root)) console.log(failure);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(checked && ran && passed > 0 && failed === 0 ? 0 : 1);
