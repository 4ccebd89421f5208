import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { nodeArguments } from '#tests/support/programs.ts';

const database = useDatabase();
/** Its keys are wrapped by the master key of one folder. */
const marketplace = useDatabase();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reliquary-operator-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAMS: readonly [program: string, words: string[], usage: string][] = [
  ['attest', [], 'npm run attest'],
  ['counterfactual', ['--check'], 'npm run counterfactual -- --set'],
  ['deadJobs', ['dead'], 'npm run jobs -- dead'],
  ['keys', ['status'], 'npm run keys -- status'],
  ['projections', ['lag'], 'npm run projections -- lag'],
  ['quarantine', ['list'], 'npm run quarantine -- list'],
  ['releases', ['hold'], 'npm run releases -- hold'],
  ['roles', ['grant', 'ada@example.com', 'admin'], 'npm run roles -- grant'],
];

test.each(PROGRAMS)(
  '%s creates no marketplace: it exits with 2 and says so, or prints its usage',
  async (program, words, usage) => {
    const run = (...asked: string[]) => runProgram(program, asked, { DATA_DIR: folder });
    const [work, help] = await Promise.all([run(...words), run('--help')]);
    expect(work).toEqual({ code: 2, output: `there is no marketplace in ${folder} (DATA_DIR)\n` });
    expect([help.code, help.output]).toEqual([2, expect.stringContaining(usage)]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('programs with the marketplace’s secrets call nothing beyond its settings', async () => {
  const calling = `
    import net from 'node:net';
    const { exit } = process;
    process.exit = (code) => {
      net.connect(443, 'elsewhere.example').on('error', (error) => {
        process.stdout.write(error.code + '\\n');
        exit(code);
      });
    };`;
  const { code, output } = await runProgram('releases', ['list'], {
    DATA_DIR: folder,
    DATABASE_URL: marketplace.url,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(calling)}`,
  });
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('no setting names elsewhere.example:443\nENOTINSETTINGS\n'),
  ]);
});

test('a witness, which takes no arguments, prints its usage and creates nothing', async () => {
  const { code, output } = await runProgram('witness', ['--help'], { WITNESS_DIR: folder });
  expect([code, output.match(/^WITNESS_\w+/gm)]).toEqual([
    2,
    ['WITNESS_NAME', 'WITNESS_LOGS', 'WITNESS_DIR', 'WITNESS_HOST', 'WITNESS_PORT'],
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

const runScript = (script: string, words: readonly string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [...script.split(' '), ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

test.each([
  ['tests/flaky.mjs', 'usage: npm run test:flaky -- FILE [--times N] [--load] [--late]\n'],
  ['tests/simulation/run.mjs', expect.stringMatching(/^npm run simulate -- \[--seed N\].*\n$/)],
  ['tests/specification/report.mjs mutate', expect.stringMatching(/^npm run specification -- mutate \[--item.*\n$/)],
])('%s prints its usage and names an unknown argument in one line', async (script, usage) => {
  const [help, unknown] = await Promise.all([runScript(script, ['--help']), runScript(script, ['--bogus'])]);
  expect(help).toEqual({ code: 2, output: usage });
  expect(unknown).toEqual({ code: 2, output: "Unknown option '--bogus'\n" });
});

test('keeps its exit code and stays silent when the reader closes the pipe', async () => {
  const child = spawn(process.execPath, [...nodeArguments('cli/projections'), '--help']);
  child.stdout.destroy();
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, complaints]).toEqual([2, '']);
});

test('finds a marketplace whose address is in a file', async () => {
  const file = join(folder, 'database-url');
  writeFileSync(file, `${database.url}\n`);
  const { code, output } = await runProgram('attest', [], { DATA_DIR: folder, DATABASE_URL_FILE: file });
  expect([code, output]).toEqual([0, expect.stringContaining('events in')]);
});

test.each([
  [
    'postgresql://nobody:secret-word@127.0.0.1:1/none',
    /^the database at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached$/,
  ],
  ['hello', /^DATABASE_URL must be a URL such as postgresql:\/\/user:password@host:5432\/reliquary$/],
])('a database that cannot be asked (%s) is one line for auditors, too', async (DATABASE_URL, line) => {
  const { code, output } = await runProgram('attest', [], { DATA_DIR: folder, DATABASE_URL });
  expect([code, output.trimEnd()]).toEqual([1, expect.stringMatching(line)]);
});

test('looks for jobs only in existing queues', async () => {
  const { code, output } = await runProgram('deadJobs', ['retry', 'refund'], {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
  });
  expect([code, output]).toEqual([2, expect.stringContaining('Queues: providerFacts, refunds')]);
});

const LOGS = 'WITNESS_LOGS must name the keys of logs, with commas between them';
test.each([
  [{}, `WITNESS_NAME must be a name without spaces and plus, such as mill.example; ${LOGS}`],
  [
    { WITNESS_NAME: '', WITNESS_LOGS: '' },
    `WITNESS_NAME must be a name without spaces and plus, such as mill.example; ${LOGS}`,
  ],
  [
    { WITNESS_NAME: 'mill.example', WITNESS_LOGS: 'x', WITNESS_PORT: 'many' },
    `${LOGS}; WITNESS_PORT must be a whole number from 0 to 65535`,
  ],
])('a witness names each wrong setting (%j)', async (variables, line) => {
  expect(await runProgram('witness', [], { WITNESS_DIR: folder, ...variables })).toEqual({
    code: 1,
    output: `${line}\n`,
  });
});
