import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type BuiltServer = {
  url: string;
  server: ChildProcess;
  /** Ends the server and removes its data. */
  stop: () => Promise<void>;
};

/**
 * The built server (`dist`) in a process of its own, at a free port, with its embedded PostgreSQL in a new folder; it resolves when its
 * port is open and rejects when it ends before. `variables` come on top of this process's own.
 */
export const startBuiltServer = async (
  variables: NodeJS.ProcessEnv,
  { nodeArgs = [] }: { nodeArgs?: readonly string[] } = {},
): Promise<BuiltServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-bench-'));
  chmodSync(dataDir, 0o755);
  const server = spawn(process.execPath, [...nodeArgs, 'dist/bundle/main.js'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      const open = /open at (http:\S+)/.exec(chunk.toString())?.[1];
      if (open) resolve(open);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    server,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
