import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// Relative, because vitest loads this file without the `source` condition.
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embeddedPostgres.ts';

const PREFIX = 'reliquary-tests-';
/** Memory-backed: a database is 600 small files, which some file systems create slowly. */
const MEMORY = '/dev/shm';
const ROOM = 2 * 1024 ** 3;

declare module 'vitest' {
  interface ProvidedContext {
    postgresDir: string;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
};

const postgresIn = (folder: string): string => join(folder, 'postgres');

const discard = async (folder: string): Promise<void> => {
  const dataDir = postgresIn(folder);
  if (existsSync(join(dataDir, 'cluster', 'postmaster.pid'))) {
    const server = await startEmbeddedPostgres({ dataDir });
    await server.stop({ evenIfUsed: true });
  }
  rmSync(folder, { recursive: true, force: true });
};

const discardDead = async (place: string): Promise<void> => {
  for (const name of readdirSync(place))
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
      // Another run may be removing the same folder.
      await discard(join(place, name)).catch((error: Error) => console.warn(`${name} stays: ${error.message}`));
};

/**
 * One folder for a run's temporary files, with the one PostgreSQL that its first suite starts. The next run removes
 * leftovers of killed runs.
 */
export default async (project: TestProject) => {
  const lasting = tmpdir();
  const place = hasRoom(MEMORY) ? MEMORY : lasting;
  for (const each of new Set([place, lasting])) await discardDead(each);

  const folder = join(place, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.LASTING_TMPDIR = lasting;
  process.env.TMPDIR = folder;
  project.provide('postgresDir', postgresIn(folder));
  return async () => {
    process.env.TMPDIR = lasting;
    await discard(folder);
  };
};
