import { createServer } from 'node:net';

/** Below the ephemeral range, so that nobody gets our port between two starts. */
const FIRST = 20_000;
const LAST = 32_000;

/** A port that is free at this moment. */
export const freePort = async (): Promise<number> => {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
};
