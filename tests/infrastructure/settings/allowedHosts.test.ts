import { expect, test } from 'vitest';
import { allowedHostsOf } from '#infrastructure/settings/allowedHosts.ts';
import { readConfig } from '#infrastructure/settings/config.ts';

/** `host:port` each; `→` marks clients that resolve names themselves. */
const places = (variables: Record<string, string>, hasAmazonKeys = true) =>
  allowedHostsOf(
    readConfig({ DATA_DIR: '/tmp/places', MASTER_KEY: '5e'.repeat(32), JWT_SECRET: 'x'.repeat(32), ...variables }),
    {
      hasAmazonKeys,
    },
  )
    .slice(1)
    .map(({ host, port, resolves }) => `${host}:${port ?? '*'}${resolves ? ' →' : ''}`);

test('allows no host by default', () => {
  expect(places({})).toEqual([]);
});

test.each<[Record<string, string>, string[]]>([
  [{ DATABASE_URL: 'postgresql://a:b@db.example/reliquary' }, ['db.example:5432']],
  [{ DATABASE_URL: 'postgresql://a:b@db.example:6000/reliquary' }, ['db.example:6000']],
  [{ DATABASE_URL: 'postgresql://a:b@db.example/reliquary?host=other.example&port=7000' }, ['other.example:7000']],
  [{ REDIS_URL: 'rediss://redis.example' }, ['redis.example:6379']],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example' }, ['traces.example:443']],
  [{ PUSH_ORIGIN: 'http://push.example' }, ['push.example:80']],
  [{ SMTP_URL: 'smtps://a:b@mail.example' }, ['mail.example:465 →']],
  [{ SMTP_URL: 'smtp://mail.example' }, ['mail.example:587 →']],
  [{ EVENTSTORE_URL: 'esdb://a:b@events.example' }, ['events.example:2113 →']],
  [{ EVENTSTORE_URL: 'esdb://a:b@events.example:99?tls=false' }, ['events.example:99 →']],
  [{ EVENTSTORE_URL: 'esdb://a:b@one.example:1,two.example:2' }, ['one.example:* →', 'two.example:* →']],
  [{ EVENTSTORE_URL: 'esdb+discover://a:b@cluster.example' }, ['cluster.example:* →']],
  [{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }, ['api.stripe.com:443']],
  [
    { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_BASE: 'https://stripe.example:12' },
    ['stripe.example:12'],
  ],
  [{ S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example' }, ['s3.example:443']],
  [{ ALSO_CALLS: 'proxy.example:3128,10.0.0.7:80' }, ['proxy.example:3128', '10.0.0.7:80']],
])('allows only the hosts named by %o', (variables, expected) => {
  expect(places(variables)).toEqual(expected);
});

test('allows the S3 bucket, and AWS credential endpoints unless keys are set', () => {
  expect(places({ S3_BUCKET: 'photos' })).toContain('*.amazonaws.com:443');
  const elsewhere = { S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example' };
  expect(places(elsewhere, true)).not.toContain('169.254.169.254:80');
  expect(places(elsewhere, false)).toContain('169.254.169.254:80');
});

test('allows each witness', () => {
  const config = readConfig({ DATA_DIR: '/tmp/places', MASTER_KEY: '5e'.repeat(32), JWT_SECRET: 'x'.repeat(32) });
  const { signer, headEvery } = config.transparency;
  const key = { name: 'mill.example', id: new Uint8Array(4), type: 4, publicKey: new Uint8Array(32) };
  const witnesses = [{ url: 'https://mill.example', key }];
  const found = allowedHostsOf({ ...config, transparency: { signer, headEvery, witnesses } }, { hasAmazonKeys: true });
  expect(found.slice(1)).toEqual([{ host: 'mill.example', port: 443 }]);
});
