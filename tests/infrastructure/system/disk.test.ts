import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type DiskSpace, lookAtDisk, openDisk } from '#infrastructure/system/disk.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const GIGABYTE = 1024 ** 3;

test('a disk is looked at by writing to it', async () => {
  const space = await lookAtDisk(tmpdir());
  expect(space.writable).toBe(true);
  expect(space.free).toBeGreaterThan(0);
  expect(space.size).toBeGreaterThanOrEqual(space.free);
  await expect(lookAtDisk('/proc/self')).resolves.toMatchObject({ writable: false });
});

test('a tenth that is left is an alarm, once until there is room again; nothing that can be written is the end of changes', async () => {
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
  expect(await now(20)).toEqual([false, ['info: the disk has room again']]);
  expect(await now(20, false)).toEqual([true, ['error: the disk is full: nothing can be changed']]);
  disk.close();
});

test('a folder that nobody lets it write to stops the start, and is not said to be full', async () => {
  await expect(openDisk({ folder: '/proc/self', log: silentLog() })).rejects.toThrow(
    /^the data folder \/proc\/self \(DATA_DIR\) cannot be used: E/,
  );
});

test('so does one below it, such as one that came back from a backup as somebody else’s', async () => {
  await expect(openDisk({ folder: tmpdir(), within: ['/proc/self'], log: silentLog() })).rejects.toThrow(
    /^the data folder \/proc\/self \(DATA_DIR\) cannot be used: E/,
  );
});
