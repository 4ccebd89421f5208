import { type AddressInfo, connect, createServer } from 'node:net';

const TOGETHER_MS = 15;

/**
 * A proxy that delivers whole bursts, as from a server in another process: a short answer then arrives complete
 * before its first event is read.
 */
export const openGatheringProxy = async (port: number) => {
  const server = createServer((client) => {
    const peer = connect(port, '127.0.0.1');
    let waiting: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const flush = () => {
      timer = undefined;
      client.write(Buffer.concat(waiting));
      waiting = [];
    };
    client.on('data', (bytes) => peer.write(bytes));
    peer.on('data', (bytes) => {
      waiting.push(bytes);
      timer ??= setTimeout(flush, TOGETHER_MS);
    });
    const end = () => {
      clearTimeout(timer);
      client.destroy();
      peer.destroy();
    };
    for (const socket of [client, peer]) for (const event of ['close', 'error']) socket.on(event, end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`,
    close: () => void server.close(),
  };
};
