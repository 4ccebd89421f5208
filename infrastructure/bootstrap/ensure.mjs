/**
 * Makes a fresh clone runnable: `node ensure.mjs` installs packages, `node ensure.mjs build` also builds. Both only
 * after changes; needs nothing but Node.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ONE_THREAD, UNCOLLECTED } from './compiler.mjs';
import { dependenciesPrint, sourcesPrint } from './fingerprints.mjs';
import { takeLock } from './lock.mjs';
import { at, readIfThere } from './paths.mjs';
import { fail, runNpm, runSideBySide } from './run.mjs';

const INSTALLED = at('node_modules/.ensured');
const BUILT = at('dist/.built');

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or newer is needed, this is ${process.versions.node}.`);
};

const install = (print) => {
  if (readIfThere(INSTALLED) === print) return;
  console.log('Installing packages (once, which takes a moment) …');
  runNpm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  writeFileSync(INSTALLED, print);
};

const build = async (print) => {
  if (readIfThere(BUILT) === print) return;
  console.log('Building …');
  rmSync(at('dist'), { recursive: true, force: true });
  // the tests check types; building without checks takes a fifth of the time
  const tsc = [
    at('node_modules/typescript/bin/tsc'),
    ...['-p', 'infrastructure/tsconfig.build.json', '--noCheck', ONE_THREAD],
  ];
  const vite = (...args) => [at('node_modules/vite/bin/vite.js'), 'build', ...args, '--logLevel', 'warn'];
  const web = ['The web pages could not be built', vite('web', '-c', 'web/vite.config.ts')];
  await runSideBySide(
    ['The server could not be built', tsc, UNCOLLECTED],
    ['The server could not be bundled', vite('-c', 'infrastructure/bootstrap/bundle.mjs')],
    ...(existsSync(at('web/vite.config.ts')) ? [web] : []),
  );
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(BUILT, print);
};

checkNode();
takeLock();
const dependencies = dependenciesPrint();
install(dependencies);
if (process.argv[2] === 'build') await build(sourcesPrint(dependencies));
