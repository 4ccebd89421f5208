// `npm run ratchets`: brings every generated list of the tests up to date. Read the diff before you commit it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const RATCHETS = [
  ['tests/history: events, streams, digests, folds, shapes, subscribers', 'tests/history/run.mjs', 'record'],
  ['domain/transactions/checked.md', 'tests/checker/run.mjs', '--write'],
  ['tests/simulation/nearest.json', 'tests/simulation/run.mjs', '--nearest'],
  ['tests/specification/mutations.json', 'tests/specification/report.mjs', 'mutate', '--repair'],
];

for (const [name, script, ...args] of RATCHETS) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${name} could not be updated; see the lines above.`);
    process.exit(1);
  }
}
