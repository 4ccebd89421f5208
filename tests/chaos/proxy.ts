import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Line = 'open' | 'away' | 'slow' | 'halfOpen';

const SLOWLY = 1_500;

/**
 * Sits between the marketplace and a service: `away` closes connections, `slow` delays data, `halfOpen` accepts data
 * and forwards nothing.
 */
export const openProxy = async (port: number) => {
  let line: Line = 'open';
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (line === 'halfOpen') return;
      if (line === 'slow') setTimeout(() => to.writable && to.write(chunk), SLOWLY);
      else to.write(chunk);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    sockets.add(from);
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((socket) => {
    if (line === 'away') return void socket.destroy();
    const other = connect(port, '127.0.0.1');
    pass(socket, other);
    pass(other, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reset = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    turn: (to: Line): void => {
      line = to;
      if (to === 'away') reset();
    },
    close: (): void => {
      reset();
      server.close();
    },
  };
};

export type Proxy = Awaited<ReturnType<typeof openProxy>>;
