import { createConnection, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { AbstractConnector } from 'ioredis';

type Address = Pick<TcpNetConnectOpts, 'host' | 'port' | 'family'> & {
  tls?: ConnectionOptions | true;
  disconnectTimeout: number;
};

/** As ioredis connects itself, but its own listens to the first error of a socket only: a failed TLS handshake may have two, and the second ends the process. */
export class RedisConnector extends AbstractConnector {
  readonly #address: Address;

  constructor(options: unknown) {
    const address = options as Address;
    super(address.disconnectTimeout);
    this.#address = address;
  }

  override async connect() {
    this.connecting = true;
    await Promise.resolve();
    if (!this.connecting) throw new Error('Connection is closed.');
    const { host, port, family, tls } = this.#address;
    const to = { host, port, family };
    this.stream = tls ? connect({ ...to, ...(tls !== true && tls) }) : createConnection(to);
    this.stream.on('error', (error: Error) => {
      this.firstError ??= error;
    });
    return this.stream;
  }
}
