import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#application/ports/log.ts';
import { StartFailure } from './startFailure.ts';

/** Bytes. */
export type DiskSpace = { free: number; size: number; writable: boolean };

/** So much is left for the database to end what it has begun: without it PostgreSQL gives up at once, and has to be mended. */
const RESERVED = 100 * 1024 * 1024;
const ALARM_BELOW = 0.1;
/** Not each time that it swings about the mark. */
const RECOVERED_ABOVE = 0.12;
const LOOK_MS = 10_000;

const PROBE = Buffer.alloc(4096, 1);

/** Writes what the disk has to keep: a disk that is full says so only then. */
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

/** One that is full may be opened; one that nobody lets this process write to is a setting that is wrong. */
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

export const lookAtDisk = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize, writable: await canWrite(folder) };
};

type DiskOptions = {
  folder: string;
  /** Below it, and written to as well: whoever brings it back from a backup may have made it somebody else's. */
  within?: readonly string[];
  log: Log;
  look?: (folder: string) => Promise<DiskSpace>;
  everyMs?: number;
};

export type Disk = Awaited<ReturnType<typeof openDisk>>;

/** What is left of the disk that the data folder is on, which is made where it is missing. */
export const openDisk = async ({ folder, within = [], log, look = lookAtDisk, everyMs = LOOK_MS }: DiskOptions) => {
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
    if (!isFull() && wasFull) log.info({ free: space.free }, 'the disk has room again');
    wasFull = isFull();
  };
  const lookAgain = async (): Promise<DiskSpace> => {
    space = await look(folder);
    tell();
    return space;
  };
  tell();
  const timer = setInterval(() => {
    lookAgain().catch((error: unknown) => log.warn({ error: String(error) }, 'the disk could not be looked at'));
  }, everyMs);
  timer.unref();
  return {
    space: () => space,
    /** Too full to change anything: what can be read still is. */
    isFull,
    lookAgain,
    close: () => clearInterval(timer),
  };
};
