import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Reachable, but the marketplace behind it is not there yet, or not any more. */
const unavailable: RequestListener = (request, response) => {
  const alive = request.url === '/health';
  response.writeHead(alive ? 200 : 503, {
    'content-type': 'application/json',
    'retry-after': '2',
    connection: 'close',
  });
  response.end(
    JSON.stringify(
      alive ? { status: 'ok' } : { message: 'The marketplace is starting. Please try again.', code: 'unavailable' },
    ),
  );
};

/** A slow upload of 40 MB still gets through; a client that sends nothing does not keep its place. */
const REQUEST_TIMEOUT = 180_000;

type Listening = {
  port: number;
  /** From now on; those that `admits` refuses are told to come back. */
  serve(listener: RequestListener, admits: (request: IncomingMessage) => boolean): void;
  /** Accepts nothing new, lets what is under way finish within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
};

/** Takes the port at once, before anything slow is begun. @throws with `code` EADDRINUSE, EACCES, … */
export const listen = async (port: number, host: string): Promise<Listening> => {
  let listener = unavailable;
  const server = createServer((request, response) => listener(request, response));
  server.requestTimeout = REQUEST_TIMEOUT;
  server.keepAliveTimeout = 65_000;
  let closing = false;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (_request, response) => {
    if (closing && !response.headersSent) response.setHeader('Connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve: (next, admits) => {
      listener = (request, response) => (admits(request) ? next : unavailable)(request, response);
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // An answer that began before, such as a stream of events, leaves its connection open for another request that will not come;
        // browsers open some on which nothing has come yet.
        const idle = setInterval(() => {
          server.closeIdleConnections();
          for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
        }, 50);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(idle);
          resolve();
        });
      }),
  };
};
