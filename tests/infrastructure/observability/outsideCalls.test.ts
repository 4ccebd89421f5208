import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { type Files, FilesUnavailable } from '#application/ports/files.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { watchedFiles } from '#infrastructure/observability/outsideCalls.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const KEY = 'listings/abc/cover.webp';
const folder = mkdtempSync(join(tmpdir(), 'reliquary-watched-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const watch = (files: Files) => {
  const metrics = openMetrics();
  const log = silentLog();
  return {
    files: watchedFiles(files, metrics, log),
    log,
    said: async () =>
      (await metrics.registry.getSingleMetricAsString('reliquary_file_calls_total'))
        .split('\n')
        .filter((line) => line.startsWith('reliquary_')),
  };
};

const unavailable = async (): Promise<never> => {
  throw new FilesUnavailable('ECONNREFUSED');
};

test('calls to the store of files are counted by what comes of them, a file when all of it was read, and apart what is not there', async () => {
  const { files, said } = watch(openFolderFiles(folder));
  await files.put(KEY, Buffer.from('pixels'), 'image/webp');
  const file = await files.get(KEY);
  expect(await said()).not.toContain('reliquary_file_calls_total{call="get",outcome="done"} 1');
  expect(String(await buffer(file!.content))).toBe('pixels');
  expect(await files.get('listings/abc/other.webp')).toBeUndefined();
  await files.remove(KEY);
  expect(await said()).toEqual([
    'reliquary_file_calls_total{call="put",outcome="done"} 1',
    'reliquary_file_calls_total{call="get",outcome="done"} 1',
    'reliquary_file_calls_total{call="get",outcome="missing"} 1',
    'reliquary_file_calls_total{call="remove",outcome="done"} 1',
  ]);
});

test('a store that fails while it sends has failed', async () => {
  const broken = new Readable({ read: () => void broken.destroy(new FilesUnavailable('silent')) });
  const sent = { content: broken, contentType: 'image/webp', size: 6, etag: 'a' };
  const { files, said } = watch({ ...openFolderFiles(folder), get: async () => sent });
  await expect(buffer((await files.get(KEY))!.content)).rejects.toThrow(FilesUnavailable);
  expect(await said()).toEqual(['reliquary_file_calls_total{call="get",outcome="FilesUnavailable"} 1']);
});

test('a store that is away is one alarm, and anew after it was there', async () => {
  const kept = openFolderFiles(folder);
  let away = true;
  const { files, log } = watch({
    ...kept,
    put: (...values) => (away ? unavailable() : kept.put(...values)),
    get: (...values) => (away ? unavailable() : kept.get(...values)),
    remove: (...values) => (away ? unavailable() : kept.remove(...values)),
  });
  const fail = async (times: number) => {
    for (let time = 0; time < times; time++)
      await expect([() => files.get(KEY), () => files.remove(KEY)][time % 2]!()).rejects.toThrow(FilesUnavailable);
  };
  const alarms = () => log.lines.map(({ level, message }) => `${level}: ${message}`);
  await fail(9);
  expect(alarms()).toEqual([]);
  await fail(20);
  const ALARM = 'error: the store of files is away: none of the last calls succeeded';
  expect(alarms()).toEqual([ALARM]);
  away = false;
  await files.put(KEY, Buffer.from('pixels'), 'image/webp');
  away = true;
  await fail(9);
  expect(alarms()).toEqual([ALARM]);
  await fail(1);
  expect(alarms()).toEqual([ALARM, ALARM]);
});
