import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { writeNearest } from './nearest.ts';
import { readOptions } from './readOptions.ts';
import { walkWorlds } from './walkWorlds.ts';

const options = readOptions();
const { seed, sales: transactions, parallel } = options;

/** Each runs every nth world. */
const runBeside = (place: number): Promise<number> =>
  new Promise((resolve) => {
    const own = [
      '--parallel',
      1,
      '--seed',
      seed + place,
      '--stride',
      parallel,
      '--sales',
      Math.ceil(transactions / parallel),
    ];
    const words = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2), ...own.map(String)];
    spawn(process.execPath, words, { stdio: 'inherit' }).on('close', (status) => resolve(status ?? 1));
  });

if (options.nearest) await writeNearest();
else if (parallel === 1) process.exitCode = await walkWorlds(options);
else
  process.exitCode = Math.max(...(await Promise.all(Array.from({ length: parallel }, (_, place) => runBeside(place)))));
