// `npm test`: type check, lint with the import rules and specification check beside every suite. One closing line says how many tests passed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ONE_THREAD, UNCOLLECTED } from '../infrastructure/bootstrap/compiler.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (...file) => path.join(root, 'node_modules', ...file);

/** `aside`: its words come in one piece, once it has ended. */
const step = (name, args, { aside = false, env = {} } = {}) =>
  new Promise((resolve) => {
    const began = performance.now();
    const stdio = aside ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const words = [];
    child.stdout?.on('data', (data) => words.push(data));
    child.stderr?.on('data', (data) => words.push(data));
    child.on('error', (error) => words.push(Buffer.from(`${error}\n`)));
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(words));
      console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      resolve(status === 0);
    });
  });

/** Beside the first suites, of which much is waiting; one after another, so that they are not the more. */
const check = async () => {
  const held = [
    await step('types', [bin('typescript', 'bin', 'tsc'), '--noEmit', ONE_THREAD], {
      aside: true,
      env: UNCOLLECTED,
    }),
    await step('lint, format and import rules', [bin('@biomejs', 'biome', 'bin', 'biome'), 'check'], { aside: true }),
    await step('specification', [path.join('tests', 'specification', 'report.mjs'), '--check'], { aside: true }),
  ];
  return held.every(Boolean);
};

const results = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'reliquary-results-')), 'results.json');
const selection = process.argv.slice(2);
const checking = check();
const ran = await step('tests', [
  bin('vitest', 'vitest.mjs'),
  'run',
  ...selection,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
]);

const checked = await checking;

const report = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : undefined;
fs.rmSync(path.dirname(results), { recursive: true, force: true });
const passed = report?.numPassedTests ?? 0;
// A suite that could not be loaded, or a failed check, counts as one failure each: the last line never looks better than it is.
const failed =
  (report?.numFailedTests ?? 0) +
  (report?.testResults ?? []).filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
    .length +
  (checked ? 0 : 1) +
  (ran || (report?.numFailedTests ?? 0) > 0 ? 0 : 1);
const skipped = report?.numPendingTests ?? 0;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(checked && ran && passed > 0 && failed === 0 ? 0 : 1);
