import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const MUCH_SOON_FORGOTTEN = ['--min-semi-space-size=32', '--max-semi-space-size=32'];
const args = [...MUCH_SOON_FORGOTTEN, '--import', 'tsx', '--conditions=source', main, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
