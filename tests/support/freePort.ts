import { createServer } from 'node:net';

/** Below those that the system gives to whoever names none: a port that is ours between two starts is given to nobody else. */
const FIRST = 20_000;
const LAST = 32_000;

/** A port of this machine that nobody has, at this moment. */
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
