import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '#infrastructure/demo/client.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { killProcesses, type Started, startProcess } from '#tests/support/process.ts';

/** Folder of the tests, which PostgreSQL's account can enter. */
let base: string;
let original: string;
let backup: string;
let running: Started;
let url: string;

const folder = (name: string): string => {
  const path = join(base, name);
  mkdirSync(path, { mode: 0o755 });
  return path;
};
const stopDatabase = async (dataDir: string): Promise<void> => {
  if (!existsSync(join(dataDir, 'postgres', 'password'))) return;
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  await server.stop({ evenIfUsed: true });
};

const rowsOf = async (dataDir: string, sql: string): Promise<Record<string, unknown>[]> => {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
    await server.stop();
  }
};

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length))
    .sort();

const run = (program: string, dataDir: string, ...words: string[]) =>
  runProgram(program, words, { DATA_DIR: dataDir, DEMO: '0' });

let registered = 0;
const register = async (): Promise<void> => {
  const username = `member${++registered}`;
  const registration = { username, email: `${username}@example.com`, password: 'Correct-horse1!', country: 'France' };
  await openClient(url).post('auth/register', { ...registration, platformAgreements: { termsAccepted: true } });
};

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'reliquary-backup-'));
  chmodSync(base, 0o755);
  original = folder('original');
  running = startProcess({ DATA_DIR: original, LOG_HEAD_EVERY: '1', RATE_LIMITS: 'off' });
  url = await running.opened();
  for (let member = 0; member < 5; member++) await register();
  mkdirSync(join(original, 'files', 'contents', 'photos'), { recursive: true });
  writeFileSync(join(original, 'files', 'contents', 'photos', 'one.jpg'), Buffer.alloc(3_000_000, 'picture'));
  writeFileSync(join(original, 'files', 'contents', 'photos', 'empty.jpg'), '');
  await eventually(async () => existsSync(join(original, 'log-head')));
});
afterAll(async () => {
  killProcesses();
  for (const name of readdirSync(base))
    if (statSync(join(base, name)).isDirectory()) await stopDatabase(join(base, name));
  rmSync(base, { recursive: true, force: true });
});

test('restores a backup of a running, busy marketplace into an empty folder', async () => {
  backup = join(base, 'backup.tar.gz');
  let over = false;
  const writing = (async () => {
    while (!over) await register();
  })();
  const { code, output } = await run('backup', original, backup);
  over = true;
  await writing;
  expect([code, output]).toEqual([0, expect.stringContaining('holds the database, the files and the secrets')]);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(readdirSync(base).sort()).toEqual(['backup.tar.gz', 'original']);
  expect(registered).toBeGreaterThan(0);

  const restored = folder('restored');
  const again = await run('restore', restored, backup);
  expect([again.code, again.output]).toEqual([0, expect.stringMatching(/holds \d+ events again/)]);
  expect(readdirSync(restored).sort()).toEqual(
    readdirSync(original)
      .filter((name) => !name.startsWith('.'))
      .sort(),
  );
  for (const name of ['secrets.json', 'log-signing-key', 'postgres/password'])
    expect(readFileSync(join(restored, name), 'utf8'), name).toBe(readFileSync(join(original, name), 'utf8'));
  expect(statSync(join(restored, 'secrets.json')).mode & 0o077).toBe(0);
  expect(filesBelow(join(restored, 'files'))).toEqual(filesBelow(join(original, 'files')));

  const [{ count }] = (await rowsOf(restored, 'SELECT count(*)::int AS count FROM events')) as [{ count: number }];
  expect(count).toBeGreaterThanOrEqual(5);
  const digest = `SELECT md5(string_agg(e::text, '' ORDER BY position)) AS digest FROM
    (SELECT * FROM events ORDER BY position LIMIT ${count}) e`;
  expect(await rowsOf(restored, digest)).toEqual(await rowsOf(original, digest));
});

test('attests the restored history, verifies its read models and starts a marketplace on it', async () => {
  const restored = join(base, 'restored');
  expect(await run('attest', restored, '--files')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/events in \d+ streams are what was written[\s\S]*sealed by[\s\S]*files of pictures/),
  });
  expect(await run('projections', restored, 'verify')).toMatchObject({ code: 0 });
  const second = startProcess({ DATA_DIR: restored });
  await eventually(async () => (await fetch(`${await second.opened()}/ready`)).ok);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('leaves the original running next to its copy', async () => {
  const copy = join(base, 'copy');
  cpSync(original, copy, { recursive: true });
  for (const name of ['base', 'pg_wal']) rmSync(join(copy, 'postgres', 'cluster', name), { recursive: true });
  expect(await run('attest', copy)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^the database in \S+copy\/postgres\/cluster is not complete: base, pg_wal is missing/,
    ),
  });
  expect((await fetch(`${url}/health`)).ok).toBe(true);
  rmSync(copy, { recursive: true });
});

test.each<[string, () => string, RegExp]>([
  ['cut off', () => 'cut', /is damaged, cut off or no backup/],
  ['damaged', () => 'flip', /is damaged, cut off or no backup/],
  ['something else', () => 'text', /is damaged, cut off or no backup/],
  ['not there', () => 'none', /cannot be read: ENOENT/],
])('a backup that is %s restores nothing', async (_how, kind, message) => {
  const file = join(base, `${kind()}.tar.gz`);
  if (kind() !== 'none') cpSync(backup, file);
  if (kind() === 'cut') truncateSync(file, statSync(file).size - 2_000);
  if (kind() === 'text') writeFileSync(file, 'hello');
  if (kind() === 'flip') {
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 0x55;
    writeFileSync(file, bytes);
  }
  const empty = folder(`from-${kind()}`);
  const { code, output } = await run('restore', empty, file);
  expect([code, output]).toEqual([1, expect.stringMatching(message)]);
  expect(readdirSync(empty)).toEqual([]);
  rmSync(file, { force: true });
});

test('refuses a folder that is not empty or in use', async () => {
  const used = folder('used');
  writeFileSync(join(used, 'mine'), '');
  const mine = await run('restore', used, backup);
  expect([mine.code, mine.output]).toEqual([1, expect.stringContaining('is not empty')]);
  expect(readdirSync(used)).toEqual(['mine']);
  const live = await run('restore', original, backup);
  expect([live.code, live.output]).toEqual([1, expect.stringContaining('is not empty')]);
});

test('refuses to start on an interrupted restore', async () => {
  const half = folder('half');
  mkdirSync(join(half, '.restoring'));
  const { ended, output } = startProcess({ DATA_DIR: half });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/^Reliquary cannot start: a restore into \S+ \(DATA_DIR\) is under way or was cut off/);
  expect((await run('restore', half, backup)).output).toContain('is under way or was cut off');
  expect(readdirSync(half)).toEqual(['.restoring']);
});

test.skipIf(process.getuid?.() !== 0)('restores and backs up a private folder as root', async () => {
  const hidden = mkdtempSync(join(tmpdir(), 'reliquary-hidden-'));
  const dataDir = join(hidden, 'data');
  try {
    expect(await run('restore', dataDir, backup)).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'postgres', 'cluster'))).toBe(false);
    expect(await run('attest', dataDir)).toMatchObject({ code: 0, output: expect.stringContaining('are sealed by') });
    expect(await run('backup', dataDir, join(hidden, 'again.tar.gz'))).toMatchObject({ code: 0 });
    // a copy contains the name of the database, not the database
    const copy = join(hidden, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    expect(await run('attest', copy)).toMatchObject({ code: 1, output: expect.stringContaining('is a copy of') });
  } finally {
    const id = readFileSync(join(dataDir, 'postgres', 'id'), 'utf8');
    for (const end of ['', '.owner']) rmSync(`/var/lib/reliquary/data-${id}${end}`, { recursive: true, force: true });
    rmSync(hidden, { recursive: true, force: true });
  }
});

test('refuses a server that an earlier release started, and says what to do', async () => {
  const dataDir = folder('earlier');
  await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), settings: { wal_level: 'minimal' } });
  const file = join(base, 'earlier.tar.gz');
  const { code, output } = await run('backup', dataDir, file);
  expect([code, output]).toEqual([1, expect.stringContaining('stop the marketplace, start it, and try again')]);
  expect(readdirSync(base).filter((name) => name.startsWith('earlier.tar'))).toEqual([]);
});

test('leaves no file under the target name when interrupted', async () => {
  const file = join(base, 'interrupted.tar.gz');
  const killed = new AbortController();
  const ending = runProgram('backup', [file], { DATA_DIR: original, DEMO: '0' }, killed.signal);
  await eventually(async () => readdirSync(base).some((name) => name.startsWith('interrupted.tar.gz.part-')));
  killed.abort();
  await ending;
  expect(existsSync(file)).toBe(false);
  expect(await run('backup', original, file)).toMatchObject({ code: 0 });
});

test.each<[string, () => string[], Record<string, string>, RegExp]>([
  ['a name that is taken', () => [backup], {}, /exists: choose another name/],
  ['a folder that does not exist', () => ['/nowhere/at/all.tar.gz'], {}, /the folder \/nowhere\/at does not exist/],
  ['a place in the data folder', () => [join(original, 'mine.tar.gz')], {}, /is in the data folder/],
])('a backup to %s is refused', async (_what, words, variables, message) => {
  const { code, output } = await runProgram('backup', words(), { DATA_DIR: original, DEMO: '0', ...variables });
  expect([code, output]).toEqual([1, expect.stringMatching(message)]);
});

test.each(['backup', 'restore'])('%s prints its usage', async (program) => {
  const { code, output } = await runProgram(program, ['--help'], { DATA_DIR: original });
  expect([code, output]).toEqual([2, expect.stringContaining(`npm run ${program} -- FILE`)]);
});

test('backs up nothing where there is no marketplace', async () => {
  const empty = folder('nothing');
  const { code, output } = await run('backup', empty, join(base, 'nothing.tar.gz'));
  expect([code, output]).toEqual([2, expect.stringContaining('there is no marketplace in')]);
  expect(readdirSync(empty)).toEqual([]);
});
