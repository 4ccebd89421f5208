/** What goes over a network unless its address says otherwise, and what an address must say. */
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

/** Of addresses with several hosts each has to be this machine. */
const isThisMachine = (address: string): boolean => {
  const [, authority = ''] = /^[\w+]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address) ?? [];
  return authority.split(',').every((host) => /^(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?$/.test(host));
};

/** The variables whose address leads elsewhere without TLS. */
export const plainIn = (env: Readonly<Record<string, unknown>>): string[] =>
  CAN_BE_PLAIN.filter((name) => {
    const address = env[name];
    return typeof address === 'string' && !ENCRYPTED[name]?.(address) && !isThisMachine(address);
  });
