import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Answers while the marketplace is starting or stopping. */
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

/** A request normally follows its connection at once; a busy client may be slower. ms. */
const SILENT_MS = 2_000;

/**
 * Longer than the idle timeout of the runbook's proxies (Caddy two minutes, nginx one): if we closed first, a request that the proxy is
 * sending would be lost.
 */
const KEEP_ALIVE = 130_000;

/** Enough for a slow upload of 40 MB; a silent client loses its connection. */
const REQUEST_TIMEOUT = 180_000;

const MOST_LISTENERS = 20;

/** Answers to bytes that are not a valid HTTP request, which no handler sees. */
const UNREADABLE: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
};
const NO_REQUEST: [status: string, message: string] = ['400 Bad Request', 'The request cannot be read'];

const unreadableAnswer = (code: string | undefined): string => {
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
  /** Serves requests from now on; a request that `admits` refuses gets 503. */
  serve(listener: RequestListener, admits: (request: IncomingMessage) => boolean): Promise<void>;
  /** Makes each answer the last on its connection, so that proxies do not reuse one that is about to close. */
  letGo(): void;
  /** Accepts nothing new, lets requests finish within `graceMs`, then closes the rest. */
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
 * Takes the port at once, before anything slow starts. `whenServing`: only checks that it is free, and takes it when there is something to
 * serve: a proxy skips a closed port, but forwards a 503. @throws with `code` EADDRINUSE, EACCES, …
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
    // every middleware listens for the end of the answer, and so does each step of a file's pipe
    response.setMaxListeners(MOST_LISTENERS);
  });
  /** An error answer would land in the middle of another answer. */
  const hasBegun = (socket: Duplex): boolean =>
    (answers.get(socket) ?? []).some(({ headersSent, closed }) => headersSent && !closed);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegun(socket)) socket.destroy();
    else socket.end(unreadableAnswer(error.code), () => socket.destroy());
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
        // An older answer, such as an event stream, leaves its connection open for a request that will not come;
        // browsers also open connections in advance.
        const endSilent = () => {
          for (const [socket, since] of connections)
            if (socket.bytesRead === 0 && performance.now() - since > SILENT_MS) socket.destroy();
        };
        const idle = setInterval(() => {
          server.closeIdleConnections();
          // check after reading the input: a busy process would otherwise take waiting clients for silent ones
          setImmediate(endSilent);
        }, 50);
        const closed = () => {
          clearTimeout(cut);
          clearInterval(idle);
          resolve();
        };
        // right after accepting the queued connections: closing the port resets those still in the queue, with their data
        setImmediate(() => server.close(closed));
      }),
  };
};
