import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm run bench -- eventStore projections` runs these, `npm run bench` all of them, one after the other. */
const at = (name) => fileURLToPath(new URL(`${name}.bench.ts`, import.meta.url));
const all = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''));
const wanted = process.argv.slice(2);

for (const name of wanted.length > 0 ? wanted : all) {
  if (!existsSync(at(name))) {
    console.error(`There is no benchmark ${name}; there are: ${all.join(', ')}.`);
    process.exit(1);
  }
  console.log(`── ${name}`);
  const args = ['--import', 'tsx', '--conditions=source', at(name)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
