import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// Relative, because vitest loads this file without the condition that makes `#…` mean sources.
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embeddedPostgres.ts';

const PREFIX = 'reliquary-tests-';
/** Nothing of a run has to last, and a database is 600 small files: some file systems take half a second to find places for them. */
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
      // Another run may be cleaning up the same one.
      await discard(join(place, name)).catch((error: Error) => console.warn(`${name} stays: ${error.message}`));
};

/**
 * A run's temporary files lie in one folder, with the one PostgreSQL that the first suite to ask for a database starts.
 * Runs that were killed are cleaned up by the next.
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
