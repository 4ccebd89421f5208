// `node tests/otherNode.mjs 22`: installs that Node from npm, starts the marketplace on it as a newcomer does, and runs a slice of the suites.
// The last line says how many tests passed; the start counts as one.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { failures } from './failures.mjs';

const SLICE = ['tests/domain', 'tests/contract/eventStore', 'tests/journeys/sale.test.ts'];
const PATIENCE = 10 * 60_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [version] = process.argv.slice(2);
if (!/^\d+$/.test(version ?? '')) {
  console.error('Name the major version of Node: node tests/otherNode.mjs 24');
  process.exit(2);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), `reliquary-node-${version}-`));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `node@${version}`], {
  cwd: folder,
  encoding: 'utf8',
});
const bin = path.join(folder, 'node_modules', 'node', 'bin');
if (installed.status !== 0 || !fs.existsSync(path.join(bin, 'node'))) {
  console.error(`Node ${version} could not be installed.\n${installed.stderr}`);
  process.exit(1);
}
const node = path.join(bin, 'node');
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Resolves to why the marketplace did not start or stop as it should, or to undefined. */
const start = async () => {
  const port = await freePort();
  const words = [];
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { ...env, PORT: String(port), DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => words.push(String(data)));
  let ended = false;
  const end = new Promise((resolve) => {
    child.on('close', (status) => {
      ended = true;
      resolve(status);
    });
  });
  const isReady = () =>
    fetch(`http://localhost:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const until = Date.now() + PATIENCE;
  while (!ended && Date.now() < until && !(await isReady())) await new Promise((resolve) => setTimeout(resolve, 250));
  const opened = !ended && (await isReady());
  if (!ended) process.kill(-child.pid, 'SIGTERM');
  await end;
  return opened ? undefined : words.join('');
};

const began = performance.now();
const complaint = await start();
if (complaint === undefined) console.log(`✓ npm start (${((performance.now() - began) / 1000).toFixed(1)} s)`);
else console.log(`${complaint}\n✗ npm start`);

const results = path.join(folder, 'results.json');
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const run = spawnSync(
  node,
  [vitest, 'run', ...SLICE, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
  { cwd: root, env, stdio: 'inherit' },
);
const report = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : { numPassedTests: 0 };
const passed = report.numPassedTests + (complaint === undefined ? 1 : 0);
const failed = Math.max(report.numFailedTests ?? 0, run.status === 0 ? 0 : 1) + (complaint === undefined ? 0 : 1);
const skipped = report.numPendingTests ?? 0;
for (const failure of failures(report, root)) console.log(failure);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 1 ? 0 : 1;
