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
  // PostgreSQL may have them behind the `?`
  const host = searchParams.get('host') ?? hostname;
  return { host, port: Number(searchParams.get('port') ?? (port || PORTS[protocol])) };
};

/** Its client finds the address itself and connects to that; of several hosts each names those that the client is to go to. */
const eventStoresAt = (address: string): AllowedHost[] => {
  const [, discover, authority = ''] = /^esdb(\+discover)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address) ?? [];
  const hosts = authority.split(',');
  const cluster = discover !== undefined || hosts.length > 1;
  return hosts.map((each) => {
    const [host = '', port = '2113'] = each.split(':');
    return { host, port: cluster ? undefined : Number(port), resolves: true };
  });
};

/** Amazon's, and where a machine, a container or a pod of theirs learns its keys. */
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

/** Everything that the settings name: nothing else is called, but push services, which have a list of their own (`publicLookup`). */
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
