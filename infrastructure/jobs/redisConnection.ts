import { createConnection, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { AbstractConnector } from 'ioredis';
import { CERTIFICATE } from '../postgres/failures.ts';

export class RedisForgets extends Error {
  override message = 'throws jobs away when its memory is full: its maxmemory-policy must be noeviction';
}

const SAID: readonly (readonly [RegExp, string])[] = [
  [/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/, 'refuses this name and password'],
  [/^ERR DB index/, 'has no such database'],
];
const CODES: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name than this',
};
/** A TLS mismatch shows as a timeout or a hang-up, depending on the side. */
const MISUNDERSTOOD: Record<string, string> = {
  'rediss: ETIMEDOUT': 'does not answer; perhaps it speaks no TLS (redis://)',
  'redis: ECONNRESET': 'hangs up; perhaps it speaks TLS only (rediss://)',
};

/** Why Redis cannot be used, as text for the operator. */
export const redisRefusalOf = (error: unknown, url: string): string => {
  if (!(error instanceof Error)) return 'cannot be reached';
  if (error instanceof RedisForgets) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  const said =
    SAID.find(([words]) => words.test(error.message))?.[1] ??
    CODES[code] ??
    MISUNDERSTOOD[`${new URL(url).protocol} ${code}`];
  if (said !== undefined) return said;
  return CERTIFICATE.test(code) ? 'shows a certificate that is not trusted (NODE_EXTRA_CA_CERTS)' : 'cannot be reached';
};

type Address = Pick<TcpNetConnectOpts, 'host' | 'port' | 'family'> & {
  tls?: ConnectionOptions | true;
  disconnectTimeout: number;
};

/**
 * Replaces the ioredis connector, which handles only the first socket error: a failed TLS handshake can emit two, and
 * the second would end the process.
 */
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
