import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm run chaos` runs every fault; `npm run chaos -- process postgres --times 20` runs these, 20 times each. */
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const args = ['--import', 'tsx', '--conditions=source', main, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
