import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Like nginx by default: tries the next server if a port is closed, or if a GET fails before an answer. */
export const startRoundRobin = async (targets: readonly string[]) => {
  let turn = 0;
  const forward = (incoming: IncomingMessage, answer: ServerResponse, first = turn++, tried = 0): void => {
    const { hostname, port } = new URL(targets[(first + tried) % targets.length]!);
    const { method, url: path, headers } = incoming;
    // a connection per request, so that consecutive requests reach different processes
    const forwarded = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    forwarded.on('socket', (socket) => socket.once('connect', () => incoming.pipe(forwarded)));
    forwarded.on('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      const mayGoOn = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && method === 'GET' && !answer.headersSent);
      if (mayGoOn && tried + 1 < targets.length) forward(incoming, answer, first, tried + 1);
      else answer.destroy();
    });
    answer.on('close', () => forwarded.destroy());
  };
  const server = createServer((incoming, answer) => forward(incoming, answer));
  // as nginx: with Node's five seconds, a delayed client would send on a connection that is just closing
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
