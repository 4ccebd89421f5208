import type { AllowedHost } from '../system/egress.ts';
import type { Config } from './config.ts';

const PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'smtp:': 587,
  'smtps:': 465,
};

const placeOf = (address: string): AllowedHost => {
  const { protocol, hostname, port, searchParams } = new URL(address);
  // PostgreSQL URLs may carry host and port as parameters
  const host = searchParams.get('host') ?? hostname;
  return { host, port: Number(searchParams.get('port') ?? (port || PORTS[protocol])) };
};

/** With discovery, the client resolves names itself and connects to addresses that the cluster members name. */
const eventStoresAt = (address: string): AllowedHost[] => {
  const [, discover, authority = ''] = /^esdb(\+discover)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address) ?? [];
  const hosts = authority.split(',');
  const cluster = discover !== undefined || hosts.length > 1;
  return hosts.map((each) => {
    const [host = '', port = '2113'] = each.split(':');
    return { host, port: cluster ? undefined : Number(port), resolves: true };
  });
};

/** AWS services, and the metadata endpoints that give a machine, container or pod its credentials. */
const AMAZON: readonly AllowedHost[] = [
  ...['*.amazonaws.com', '*.amazonaws.com.cn', '*.api.aws'].map((host) => ({ host, port: 443 })),
  { host: '169.254.169.254', port: 80 },
  { host: 'fd00:ec2::254', port: 80 },
  { host: '169.254.170.2', port: 80 },
  { host: '169.254.170.23', port: 80 },
  { host: 'fd00:ec2::23', port: 80 },
];

const bucketOf = ({ endpoint }: NonNullable<Config['s3']>, hasKeys: boolean): readonly AllowedHost[] => [
  ...(endpoint === undefined ? [] : [placeOf(endpoint)]),
  ...(endpoint === undefined || !hasKeys ? AMAZON : []),
];

type Settings = Pick<
  Config,
  'host' | 'databaseUrl' | 'eventStoreUrl' | 'stripe' | 'redisUrl' | 's3' | 'smtpUrl' | 'tracesTo' | 'transparency'
> & { push: Pick<Config['push'], 'alsoAt'>; alsoCalls: readonly string[] };

/** All hosts that settings name. Nothing else may be called, except push services, which `publicLookup` checks. */
export const allowedHostsOf = (settings: Settings, { hasAmazonKeys }: { hasAmazonKeys: boolean }): AllowedHost[] => {
  const { host, databaseUrl, eventStoreUrl, stripe, redisUrl, s3, smtpUrl, tracesTo, transparency, push } = settings;
  const addresses = [
    databaseUrl,
    redisUrl,
    stripe && (stripe.apiBase ?? 'https://api.stripe.com'),
    tracesTo,
    push.alsoAt,
    ...transparency.witnesses.map(({ url }) => url),
    ...settings.alsoCalls.map((each) => `http://${each}`),
  ];
  return [
    { host, port: undefined },
    ...addresses.filter((address) => address !== undefined).map(placeOf),
    ...(smtpUrl === undefined ? [] : [{ ...placeOf(smtpUrl), resolves: true }]),
    ...(eventStoreUrl === undefined ? [] : eventStoresAt(eventStoreUrl)),
    ...(s3 === undefined ? [] : bucketOf(s3, hasAmazonKeys)),
  ];
};
