import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

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

/** A request comes right behind the connection that was opened for it, unless whoever opened it is held up. */
const SILENT_MS = 2_000;

/**
 * Longer than the proxies of the runbook keep a connection on which nothing comes (Caddy two minutes, nginx one): whoever ends it first while
 * the other sends a request on it has lost that request.
 */
const KEEP_ALIVE = 130_000;

/** A slow upload of 40 MB still gets through; a client that sends nothing does not keep its place. */
const REQUEST_TIMEOUT = 180_000;

const MOST_LISTENERS = 20;

/** What no request could be made of: it reaches nothing that would answer it. */
const UNREADABLE: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
};
const NO_REQUEST: [status: string, message: string] = ['400 Bad Request', 'The request cannot be read'];

const sayUnreadable = (code: string | undefined): string => {
  const [status, message] = UNREADABLE[code ?? ''] ?? NO_REQUEST;
  const body = JSON.stringify({ message, code: 'invalidInput' });
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n');
};

type Listening = {
  port: number;
  /** From now on; those that `admits` refuses are told to come back. */
  serve(listener: RequestListener, admits: (request: IncomingMessage) => boolean): Promise<void>;
  /** Each answer from now on is the last on its connection, so that proxies keep none that is about to end. */
  letGo(): void;
  /** Accepts nothing new, lets what is under way finish within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
};

const open = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * Takes the port at once, before anything slow is begun. `whenServing`: only looks whether it is free, and takes it when there is something
 * to serve: a proxy goes to another process where a port is closed, but believes an answer. @throws with `code` EADDRINUSE, EACCES, …
 */
export const listen = async (port: number, host: string, { whenServing = false } = {}): Promise<Listening> => {
  let listener = unavailable;
  const server = createServer((request, response) => listener(request, response));
  server.requestTimeout = REQUEST_TIMEOUT;
  server.keepAliveTimeout = KEEP_ALIVE;
  let lettingGo = false;
  const connections = new Map<Socket, number>();
  server.on('connection', (socket) => {
    connections.set(socket, performance.now());
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (_request, response) => {
    if (lettingGo && !response.headersSent) response.setHeader('Connection', 'close');
  });
  const answers = new WeakMap<Duplex, ServerResponse[]>();
  server.prependListener('request', ({ socket }, response) => {
    const underWay = (answers.get(socket) ?? []).filter(({ closed }) => !closed);
    answers.set(socket, [...underWay, response]);
    // what goes along with each answer listens for its end, and so does each step of what pipes a file into it
    response.setMaxListeners(MOST_LISTENERS);
  });
  /** What is said besides would stand in the middle of one. */
  const hasBegun = (socket: Duplex): boolean =>
    (answers.get(socket) ?? []).some(({ headersSent, closed }) => headersSent && !closed);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegun(socket)) socket.destroy();
    else socket.end(sayUnreadable(error.code), () => socket.destroy());
  });
  await open(server, port, host);
  const taken = (server.address() as AddressInfo).port;
  if (whenServing) await new Promise((resolve) => server.close(resolve));
  return {
    port: taken,
    serve: async (next, admits) => {
      listener = (request, response) => (admits(request) ? next : unavailable)(request, response);
      if (!server.listening) await open(server, taken, host);
    },
    letGo: () => {
      lettingGo = true;
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        lettingGo = true;
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // An answer that began before, such as a stream of events, leaves its connection open for another request that will not come;
        // browsers open some on which nothing has come yet.
        const endSilent = () => {
          for (const [socket, since] of connections)
            if (socket.bytesRead === 0 && performance.now() - since > SILENT_MS) socket.destroy();
        };
        const idle = setInterval(() => {
          server.closeIdleConnections();
          // when what has come is read: a process that was held up would take for silent whoever waited for it
          setImmediate(endSilent);
        }, 50);
        const closed = () => {
          clearTimeout(cut);
          clearInterval(idle);
          resolve();
        };
        // right after the system's connections were taken in: those that wait when the port closes are reset, whatever was sent on them
        setImmediate(() => server.close(closed));
      }),
  };
};
