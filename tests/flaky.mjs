// `npm run test:flaky -- FILE [--times N] [--load] [--late]`: a file again and again, each time in processes of its own; `--load` keeps every
// core busy meanwhile, and with `--late` each thing that a page asks for comes up to a second late.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');

const refuse = (words) => {
  console.error(words);
  process.exit(2);
};
const read = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        times: { type: 'string', default: '10' },
        load: { type: 'boolean', default: false },
        late: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return refuse(error.message.split('. ')[0]);
  }
};

const { values, positionals } = read();
const [file] = positionals;
const times = Number(values.times);
if (values.help || positionals.length !== 1 || !Number.isInteger(times) || times < 1)
  refuse('usage: npm run test:flaky -- FILE [--times N] [--load] [--late]');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reliquary-flaky-'));

/** What went wrong in one run; undefined when nothing did. */
const failureOf = (run) => {
  const results = path.join(folder, `${run}.json`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', file, '--reporter=json', `--outputFile=${results}`],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...(values.late && { LATEST_ANSWER: '1000' }) } },
  );
  const suites = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')).testResults : [];
  for (const suite of suites)
    for (const { status: outcome, fullName, failureMessages } of suite.assertionResults)
      if (outcome === 'failed') return `${fullName}\n${failureMessages.join('\n')}`;
  const passed = suites.flatMap((suite) => suite.assertionResults).filter((test) => test.status === 'passed');
  if (status === 0 && passed.length > 0) return undefined;
  return suites.find((suite) => suite.message)?.message ?? `no test ran\n${stdout}${stderr}`;
};

const burners = values.load
  ? os.cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  : [];
process.on('exit', () => {
  for (const burner of burners) burner.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const failures = [];
for (let run = 1; run <= times; run++) {
  const began = performance.now();
  const failure = failureOf(run);
  if (failure !== undefined) failures.push(failure);
  console.log(`${failure === undefined ? '✓' : '✗'} ${run} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
if (failures.length > 0) console.log(`\nthe first failure: ${failures[0]}\n`);
console.log(`${failures.length} of ${times} failed`);
process.exit(failures.length === 0 ? 0 : 1);
