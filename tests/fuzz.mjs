import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** `npm run fuzz -- 100000`: so many requests; `--seed N`: those of that run again. A failure is told with its shortest repeat. */
const given = process.argv.slice(2);
const place = given.indexOf('--seed');
const [, named] = place < 0 ? [] : given.splice(place, 2);
const seed = Number(named ?? randomInt(2 ** 31));
const requests = Number(given[0] ?? 5_000);
if (!Number.isInteger(seed) || !Number.isInteger(requests) || requests < 1) {
  console.error('npm run fuzz -- [HOW MANY] [--seed N]');
  process.exit(2);
}
console.log(`${requests} requests, seed ${seed}`);
const args = ['vitest', 'run', 'tests/http/platform/anyInput.slow.test.ts', '--testTimeout=3600000'];
const env = { ...process.env, FUZZ_REQUESTS: String(requests), FUZZ_SEED: String(seed) };
const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
process.exitCode = status ?? 1;
