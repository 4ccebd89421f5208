/** Settings whose traffic is plaintext by default, and how their address requests encryption. */
const ENCRYPTED: Readonly<Record<string, (address: string) => boolean>> = {
  DATABASE_URL: (address) =>
    /^(require|verify-ca|verify-full)$/.test(new URL(address).searchParams.get('sslmode') ?? ''),
  EVENTSTORE_URL: (address) => !/[?&]tls=false(&|$)/.test(address),
  REDIS_URL: (address) => address.startsWith('rediss:'),
  SMTP_URL: (address) =>
    address.startsWith('smtps:') || new URL(address).searchParams.get('requireTLS')?.toLowerCase() === 'true',
  S3_ENDPOINT: (address) => address.startsWith('https:'),
  STRIPE_API_BASE: (address) => address.startsWith('https:'),
  OTEL_EXPORTER_OTLP_ENDPOINT: (address) => address.startsWith('https:'),
};

export const CAN_BE_PLAIN: readonly string[] = Object.keys(ENCRYPTED);

/** With several hosts, each must be this machine. */
const isThisMachine = (address: string): boolean => {
  const [, authority = ''] = /^[\w+]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address) ?? [];
  return authority.split(',').every((host) => /^(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?$/.test(host));
};

/** Variables that name another machine without TLS. */
export const plaintextSettings = (env: Readonly<Record<string, unknown>>): string[] =>
  CAN_BE_PLAIN.filter((name) => {
    const address = env[name];
    return typeof address === 'string' && !ENCRYPTED[name]?.(address) && !isThisMachine(address);
  });
