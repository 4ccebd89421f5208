import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const MUCH_SOON_FORGOTTEN = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

const given = process.argv.slice(2);
const numberOf = (name, usual) => {
  const place = given.indexOf(`--${name}`);
  return place < 0 ? usual : Number(given.splice(place, 2)[1]);
};
const parallel = numberOf('parallel', 1);
const seed = numberOf('seed', Date.now() % 1_000_000_000);
const sales = Math.ceil(numberOf('sales', 1_000) / parallel);

/** Each runs every so many-th world. */
const run = (place) =>
  new Promise((resolve) => {
    const own = ['--seed', seed + place, '--stride', parallel, '--sales', sales].map(String);
    const args = [...MUCH_SOON_FORGOTTEN, '--import', 'tsx', '--conditions=source', main, ...own, ...given];
    spawn(process.execPath, args, { stdio: 'inherit' }).on('close', (status) => resolve(status ?? 1));
  });
const ends = await Promise.all(Array.from({ length: parallel }, (_, place) => run(place)));
process.exitCode = Math.max(...ends);
