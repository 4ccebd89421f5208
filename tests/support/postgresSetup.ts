import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// Relative, because vitest loads this file without the condition that makes `#…` mean sources.
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embeddedPostgres.ts';

const PREFIX = 'reliquary-tests-';

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

const discard = async (dataDir: string): Promise<void> => {
  if (existsSync(join(dataDir, 'cluster', 'postmaster.pid'))) {
    const server = await startEmbeddedPostgres({ dataDir });
    await server.stop({ evenIfUsed: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
};

/** One PostgreSQL for the whole run; the first suite that asks for a database starts it. Runs that were killed are cleaned up by the next. */
export default async (project: TestProject) => {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
      // Another run may be cleaning up the same one.
      await discard(join(tmpdir(), name)).catch((error: Error) => console.warn(`${name} stays: ${error.message}`));

  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(dataDir, { recursive: true });
  project.provide('postgresDir', dataDir);
  return () => discard(dataDir);
};
