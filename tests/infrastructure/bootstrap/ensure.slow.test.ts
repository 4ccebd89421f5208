import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A small project with the real scripts and fake npm and compilers that record each run. */
let root: string;
const scripts = fileURLToPath(new URL('../../../infrastructure/bootstrap', import.meta.url));
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const note = (name: string, then = '') =>
  `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(join(root, 'runs'))}, '${name}\\n'); ${then}`;
const runs = () => (existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').trim().split('\n') : []);
/** Parallel, in any order. */
const BUILDS = ['bundle', 'server', 'web'];
/** The recorded runs, with each group of builds sorted. */
const inOrder = () => {
  const [installs, builds] = [runs().filter((run) => run === 'install'), runs().filter((run) => run !== 'install')];
  return [...installs, ...builds.sort()];
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reliquary-ensure-'));
  cpSync(scripts, join(root, 'infrastructure/bootstrap'), { recursive: true });
  write('package.json', '{}');
  write('tsconfig.json', '{}');
  write('package-lock.json', '{}');
  write('domain/sale.ts', 'export {};');
  write('web/vite.config.ts', '');
  write('npm.js', note('install', "fs.mkdirSync('node_modules', { recursive: true });"));
  write('node_modules/typescript/bin/tsc', note('server'));
  const web = "process.argv[3] === 'web'";
  write('node_modules/vite/bin/vite.js', `if (${web}) { ${note('web')} } else { ${note('bundle')} }`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ensure = (...args: string[]): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, npm_execpath: join(root, 'npm.js') };
    const child = spawn(process.execPath, [join(root, 'infrastructure/bootstrap/ensure.mjs'), ...args], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (status) => resolve({ status, output }));
  });

test('installs and builds a fresh clone, and does nothing the second time', async () => {
  const first = await ensure('build');
  expect(first.status).toBe(0);
  expect(first.output).toMatch(/^Installing packages .*\nBuilding …\n$/);
  expect(inOrder()).toEqual(['install', ...BUILDS]);
  expect(await ensure('build')).toEqual({ status: 0, output: '' });
  expect(runs()).toHaveLength(4);
});

test('rebuilds changed sources without reinstalling', async () => {
  await ensure('build');
  write('domain/sale.ts', 'export const changed = true;');
  await ensure('build');
  expect(inOrder()).toEqual(['install', ...[...BUILDS, ...BUILDS].sort()]);
});

test('reinstalls for a changed lock file, not for a new script in package.json', async () => {
  await ensure();
  write('package.json', '{"scripts": {}}');
  await ensure();
  expect(runs()).toEqual(['install']);
  write('package-lock.json', '{"changed": true}');
  await ensure();
  expect(runs()).toEqual(['install', 'install']);
});

test('lets one of two concurrent starters work while the other waits', async () => {
  const outcomes = await Promise.all([ensure('build'), ensure('build')]);
  expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
  expect(inOrder()).toEqual(['install', ...BUILDS]);
});

test('runs the compiler and the bundlers in parallel', async () => {
  const others = `for (let waits = 0; fs.readFileSync('runs', 'utf8').split('\\n').length <= ${BUILDS.length + 1}; waits++) {
    if (waits === 12_000) process.exit(1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }`;
  write('node_modules/typescript/bin/tsc', note('server', others));
  const web = "process.argv[3] === 'web'";
  write('node_modules/vite/bin/vite.js', `if (${web}) { ${note('web', others)} } else { ${note('bundle', others)} }`);
  expect((await ensure('build')).status).toBe(0);
});

test('ignores the lock of a killed starter', async () => {
  write('.ensure.lock', '999999999');
  expect((await ensure()).status).toBe(0);
  expect(existsSync(join(root, '.ensure.lock'))).toBe(false);
});

test('does not accept a failed bundle as built', async () => {
  write('node_modules/vite/bin/vite.js', note('unbundled', 'process.exit(1);'));
  const failed = await ensure('build');
  expect(failed.status).toBe(1);
  expect(failed.output.trimEnd().split('\n').at(-1)).toBe('The server could not be bundled: see the lines above.');
  expect(existsSync(join(root, 'dist/.built'))).toBe(false);
});

test('reports a failure in one line and retries next time', async () => {
  write('node_modules/typescript/bin/tsc', note('broken', 'process.exit(2);'));
  const failed = await ensure('build');
  expect(failed.status).toBe(1);
  expect(failed.output.trimEnd().split('\n').at(-1)).toBe('The server could not be built: see the lines above.');
  expect(existsSync(join(root, '.ensure.lock'))).toBe(false);
  write('node_modules/typescript/bin/tsc', note('server'));
  expect((await ensure('build')).status).toBe(0);
  expect(inOrder()).toEqual(['install', ...['broken', 'bundle', 'web', ...BUILDS].sort()]);
});
