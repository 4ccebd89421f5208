import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#application/ports/log.ts';
import { StartFailure } from './startFailure.ts';

/** Bytes. */
export type DiskSpace = { free: number; size: number; writable: boolean };

/** Reserved so that the database can finish its work: PostgreSQL crashes on a full disk and then needs repair. */
const RESERVED = 100 * 1024 * 1024;
const ALARM_BELOW = 0.1;
/** Hysteresis, so that the alarm does not repeat. */
const RECOVERED_ABOVE = 0.12;
const LOOK_MS = 10_000;

const PROBE = Buffer.alloc(4096, 1);

/** Writes and syncs: a full disk only fails then. */
const writeProbe = async (folder: string): Promise<void> => {
  const file = join(folder, `.probe-${process.pid}`);
  try {
    const probe = await open(file, 'w', 0o600);
    try {
      await probe.writeFile(PROBE);
      await probe.sync();
    } finally {
      await probe.close();
    }
  } finally {
    await rm(file, { force: true });
  }
};

const canWrite = (folder: string): Promise<boolean> =>
  writeProbe(folder).then(
    () => true,
    () => false,
  );

/** A full disk may be opened; an unwritable folder is a wrong setting. */
const prepare = async (folder: string, mode?: number): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode });
    await writeProbe(folder);
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'mkdir' || !['ENOSPC', 'EDQUOT'].includes(code))
      throw new StartFailure(`the data folder ${folder} (DATA_DIR) cannot be used: ${code}`);
  }
};

export const readDiskSpace = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize, writable: await canWrite(folder) };
};

type DiskOptions = {
  folder: string;
  /** Subfolders that must be writable too: a restore may have changed their owner. */
  within?: readonly string[];
  log: Log;
  look?: (folder: string) => Promise<DiskSpace>;
  everyMs?: number;
};

export type Disk = Awaited<ReturnType<typeof openDisk>>;

/** Watches free space on the disk of the data folder; creates the folder if missing. */
export const openDisk = async ({ folder, within = [], log, look = readDiskSpace, everyMs = LOOK_MS }: DiskOptions) => {
  await prepare(folder);
  for (const each of within) await prepare(each, 0o700);
  let space = await look(folder);
  let alarmed = false;
  let wasFull = false;
  const isFull = () => !space.writable || space.free < RESERVED;

  const tell = (): void => {
    const share = space.free / space.size;
    if (share < ALARM_BELOW && !alarmed) log.error({ free: space.free, folder }, 'the disk is nearly full');
    alarmed = share < (alarmed ? RECOVERED_ABOVE : ALARM_BELOW);
    if (isFull() && !wasFull) log.error({ free: space.free, folder }, 'the disk is full: nothing can be changed');
    if (!isFull() && wasFull) log.info({ free: space.free }, 'the disk has space again');
    wasFull = isFull();
  };
  const lookAgain = async (): Promise<DiskSpace> => {
    space = await look(folder);
    tell();
    return space;
  };
  tell();
  const timer = setInterval(() => {
    lookAgain().catch((error: unknown) => log.warn({ error: String(error) }, 'the disk could not be checked'));
  }, everyMs);
  timer.unref();
  return {
    space: () => space,
    /** Too full for changes; reads still work. */
    isFull,
    lookAgain,
    close: () => clearInterval(timer),
  };
};
