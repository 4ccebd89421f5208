import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('record.ts', import.meta.url));
const run = (words) => {
  const args = ['--import', 'tsx', '--conditions=source', main, ...words];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
};

const words = process.argv.slice(2);
process.exitCode = run(words);
if (process.exitCode === 0 && words[0] === 'record') process.exitCode = run(['subscribers']);
