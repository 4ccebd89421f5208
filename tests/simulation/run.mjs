import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
/** Room for short-lived objects saves garbage collection. */
const args = ['--max-semi-space-size=32', '--import', 'tsx', '--conditions=source', main, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
