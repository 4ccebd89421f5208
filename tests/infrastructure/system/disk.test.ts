import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type DiskSpace, openDisk, readDiskSpace } from '#infrastructure/system/disk.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const GIGABYTE = 1024 ** 3;

test('checks the disk by writing to it', async () => {
  const space = await readDiskSpace(tmpdir());
  expect(space.writable).toBe(true);
  expect(space.free).toBeGreaterThan(0);
  expect(space.size).toBeGreaterThanOrEqual(space.free);
  await expect(readDiskSpace('/proc/self')).resolves.toMatchObject({ writable: false });
});

test('raises one alarm below a tenth of free space, and stops changes on a full disk', async () => {
  const log = silentLog();
  let space: DiskSpace = { free: 50 * GIGABYTE, size: 100 * GIGABYTE, writable: true };
  const disk = await openDisk({ folder: tmpdir(), log, look: async () => space, everyMs: 60_000 });
  const now = async (free: number, writable = true) => {
    space = { ...space, free: free * GIGABYTE, writable };
    await disk.lookAgain();
    return [disk.isFull(), log.lines.splice(0).map(({ level, message }) => `${level}: ${message}`)];
  };
  expect(await now(11)).toEqual([false, []]);
  expect(await now(9)).toEqual([false, ['error: the disk is nearly full']]);
  expect(await now(11)).toEqual([false, []]);
  expect(await now(9)).toEqual([false, []]);
  expect(await now(0.05)).toEqual([true, ['error: the disk is full: nothing can be changed']]);
  expect(await now(20)).toEqual([false, ['info: the disk has space again']]);
  expect(await now(20, false)).toEqual([true, ['error: the disk is full: nothing can be changed']]);
  disk.close();
});

test('refuses an unwritable folder without calling it full', async () => {
  await expect(openDisk({ folder: '/proc/self', log: silentLog() })).rejects.toThrow(
    /^the data folder \/proc\/self \(DATA_DIR\) cannot be used: E/,
  );
});

test('refuses an unwritable subfolder, such as one from a restore by another user', async () => {
  await expect(openDisk({ folder: tmpdir(), within: ['/proc/self'], log: silentLog() })).rejects.toThrow(
    /^the data folder \/proc\/self \(DATA_DIR\) cannot be used: E/,
  );
});
