import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { type Files, FilesUnavailable } from '#application/ports/files.ts';
import { ProviderMisconfigured, ProviderUnavailable } from '#application/ports/payments.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { watchedFiles, watchedPayments } from '#infrastructure/observability/outsideCalls.ts';
import { noTracing } from '#infrastructure/observability/tracing.ts';
import { fakePayments } from '#tests/application/policies/fakePayments.ts';
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

test('counts file calls by outcome, a file once fully read, missing files apart', async () => {
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

test('counts a store that fails during a download as failed', async () => {
  const broken = new Readable({ read: () => void broken.destroy(new FilesUnavailable('silent')) });
  const sent = { content: broken, contentType: 'image/webp', size: 6, etag: 'a' };
  const { files, said } = watch({ ...openFolderFiles(folder), get: async () => sent });
  await expect(buffer((await files.get(KEY))!.content)).rejects.toThrow(FilesUnavailable);
  expect(await said()).toEqual(['reliquary_file_calls_total{call="get",outcome="FilesUnavailable"} 1']);
});

test('raises one alarm per outage of the file store', async () => {
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

test('raises one alarm when the payment provider rejects a call, and again only after a success', async () => {
  const payments = fakePayments();
  const fails = (error: Error) => {
    payments.verifyBankAccount = async () => {
      throw error;
    };
  };
  const log = silentLog();
  const bank = { accountHolder: 'Bob', iban: 'NL91ABNA0417164300' };
  const check = async () => {
    await watched.verifyBankAccount(bank).catch(() => undefined);
  };
  const watched = watchedPayments(
    { ...payments, verifyBankAccount: (destination) => payments.verifyBankAccount(destination) },
    openMetrics(),
    noTracing,
    log,
  );
  const alarms = () => log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  const ALARM = 'the payment provider does not take a call: a setting of ours is missing or wrong';
  fails(new ProviderMisconfigured('Stripe: platform_account_required'));
  await check();
  await check();
  fails(new ProviderUnavailable('Stripe: api_error'));
  await check();
  fails(new ProviderMisconfigured('Stripe: platform_account_required'));
  await check();
  expect(alarms()).toEqual([ALARM]);
  expect(JSON.stringify(log.lines)).not.toContain(bank.iban);
  payments.verifyBankAccount = async () => ({ verified: true });
  await check();
  fails(new ProviderMisconfigured('Stripe: platform_account_required'));
  await check();
  expect(alarms()).toEqual([ALARM, ALARM]);
});
