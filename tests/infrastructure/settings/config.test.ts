import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig, VARIABLES } from '#infrastructure/settings/config.ts';
import { ConfigurationError } from '#infrastructure/system/startFailure.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (variables: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...variables });
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://reliquary.example',
  SUPPORT_EMAIL: 'help@reliquary-market.eu',
  DATABASE_URL: 'postgresql://user:hunter2@db:5432/reliquary?sslmode=verify-full',
  MASTER_KEY: 'ab'.repeat(32),
  JWT_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://user:hunter2@mail:465',
  STRIPE_SECRET_KEY: 'sk_live_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  TRUST_PROXY: '1',
};

test('.env.example lists exactly the variables that are read', () => {
  const example = readFileSync('.env.example', 'utf8');
  const told = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect(VARIABLES.filter((name) => !told.includes(name))).toEqual([]);
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const readElsewhere = (name: string) => name.startsWith('AWS_') || compose.includes(`\${${name}`);
  expect(told.filter((name) => !VARIABLES.includes(name) && !readElsewhere(name))).toEqual([]);
});

test('defaults to embedded mode on port 3000, with limits and demo', () => {
  expect(read()).toMatchObject({
    port: 3000,
    role: 'all',
    rateLimits: true,
    demo: true,
    production: false,
    databaseUrl: undefined,
    publicUrl: undefined,
    host: '127.0.0.1',
  });
});

test('each adapter is chosen by its variable alone [D1-202]', () => {
  expect(read()).toMatchObject({ redisUrl: undefined, s3: undefined, smtpUrl: undefined });
  const chosen = { REDIS_URL: 'rediss://cache:6379', S3_BUCKET: 'photos', SMTP_URL: 'smtp://mail:587?requireTLS=true' };
  expect(read(chosen)).toMatchObject({
    redisUrl: 'rediss://cache:6379',
    s3: { bucket: 'photos', region: 'eu-north-1', endpoint: undefined },
    smtpUrl: 'smtp://mail:587?requireTLS=true',
    mailFrom: 'Reliquary <support@reliquary.example>',
  });
});

test('reads the path of a country table; the default is none', () => {
  expect(read({ COUNTRIES_FILE: '' }).countriesFile).toBeUndefined();
  expect(read({ COUNTRIES_FILE: 'tables/countries.mmdb' }).countriesFile).toBe(resolve('tables/countries.mmdb'));
});

describe('an invalid setting is named in one line', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
    [{ ROLE: 'boss' }, 'ROLE must be all, api or worker, not "boss"'],
    [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS must be on or off, not "maybe"'],
    [
      { PUBLIC_URL: 'reliquary' },
      'PUBLIC_URL must be a URL such as https://reliquary.example, without a path, not "reliquary"',
    ],
    ...['https://reliquary.example/shop', 'https://reliquary.example/?a=b', 'https://ada:x@reliquary.example'].map(
      (PUBLIC_URL): [object, string] => [
        { PUBLIC_URL },
        `PUBLIC_URL must be a URL such as https://reliquary.example, without a path, not "${PUBLIC_URL}"`,
      ],
    ),
    [{ S3_BUCKET: 'My Bucket' }, 'S3_BUCKET must be the name of a bucket, not "My Bucket"'],
    [{ MAIL_FROM: 'us' }, 'MAIL_FROM must be an address such as Reliquary <post@reliquary.example>, not "us"'],
    [{ REDIS_URL: 'cache' }, 'REDIS_URL must be a URL such as redis://host:6379'],
    [{ REDIS_URL: 'redis://:a%z@cache:6379' }, 'REDIS_URL must have each % of its name and password written as %25'],
    // the pages promise sealing within five minutes
    [{ LOG_HEAD_EVERY: '241' }, 'LOG_HEAD_EVERY must be a whole number from 1 to 240, not "241"'],
    [{ DEMO: 'yes', ROLE: 'x' }, 'ROLE must be all, api or worker, not "x"; DEMO must be 0 or 1, not "yes"'],
  ])('%j', (variables, line) => {
    expect(() => read(variables as Record<string, string>)).toThrow(new ConfigurationError(line));
  });

  test('does not repeat the value of a secret one', () => {
    for (const name of [
      'MASTER_KEY',
      'JWT_SECRET',
      'DATABASE_URL',
      'EVENTSTORE_URL',
      'METRICS_TOKEN',
      'REDIS_URL',
      'SMTP_URL',
    ]) {
      const attempt = () => read({ [name]: 'hunter2' });
      expect(attempt).toThrow(name);
      expect(attempt).not.toThrow('hunter2');
    }
  });
});

test('stores events in EventStoreDB when its address is set, and then needs an explicit demo', () => {
  const EVENTSTORE_URL = 'esdb://127.0.0.1:2113?tls=false';
  expect(read({ EVENTSTORE_URL })).toMatchObject({ eventStoreUrl: EVENTSTORE_URL, demo: false });
  expect(read({ EVENTSTORE_URL, DEMO: '1' }).demo).toBe(true);
});

describe('in production', () => {
  test('lists all missing settings at once', () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow(
      'with NODE_ENV=production PUBLIC_URL must be set; SUPPORT_EMAIL must be set; DATABASE_URL must be set; MASTER_KEY must be set; JWT_SECRET must be set; SMTP_URL must be set; STRIPE_SECRET_KEY must be set; TRUST_PROXY must be set',
    );
  });

  test('requires the number of trusted proxies, which may be none', () => {
    expect(() => read({ ...PRODUCTION, TRUST_PROXY: '' })).toThrow('TRUST_PROXY must be set');
    expect(read({ ...PRODUCTION, TRUST_PROXY: '0' }).trustedProxies).toBe(0);
  });

  test.each([
    [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS=off is refused'],
    [{ DEMO: '1' }, 'DEMO=1 is refused'],
    [{ PUBLIC_URL: 'http://reliquary.example' }, 'PUBLIC_URL must begin with https://'],
  ])('refuses %j', (variables, line) => {
    expect(() => read({ ...PRODUCTION, ...(variables as Record<string, string>) })).toThrow(line);
  });

  const REFUSED = [
    'reliquary.example',
    'Example.COM',
    'mail.example.org',
    'example.net',
    'a.invalid',
    'b.test',
    'x.localhost',
  ];
  test.each(REFUSED)('refuses an address at the reserved domain %s', (domain) => {
    const said = `must be an address of yours: ${domain.toLowerCase()} is kept for examples`;
    const both = { SUPPORT_EMAIL: `help@${domain}`, MAIL_FROM: `Reliquary <post@${domain}>` };
    expect(() => read({ ...PRODUCTION, ...both })).toThrow(
      new ConfigurationError(`with NODE_ENV=production SUPPORT_EMAIL ${said}; MAIL_FROM ${said}`),
    );
    expect(read(both)).toMatchObject({ production: false, supportEmail: both.SUPPORT_EMAIL });
  });

  test('accepts an address at a domain that only resembles an example', () => {
    for (const domain of ['reliquary-example.com', 'example.eu', 'latest.org', 'myexample.net'])
      expect(read({ ...PRODUCTION, SUPPORT_EMAIL: `help@${domain}`, MAIL_FROM: `post@${domain}` }).production).toBe(
        true,
      );
  });

  test('.env.example contains nobody’s real address', () => {
    const example = readFileSync('.env.example', 'utf8');
    const [, MAIL_FROM = ''] = /^MAIL_FROM=(.*)$/m.exec(example) ?? [];
    const [, SUPPORT_EMAIL = ''] = /^SUPPORT_EMAIL=(.*)$/m.exec(example) ?? [];
    expect(() => read({ ...PRODUCTION, MAIL_FROM })).toThrow('MAIL_FROM must be an address of yours');
    expect(() => read({ ...PRODUCTION, SUPPORT_EMAIL })).toThrow('SUPPORT_EMAIL must be an address of yours');
  });

  const PLAIN: readonly [string, string, string][] = [
    ['DATABASE_URL', 'postgresql://user:hunter2@db:5432/reliquary', 'postgresql://user:x@db/reliquary?sslmode=require'],
    ['DATABASE_URL', 'postgresql://u:x@db/reliquary?sslmode=prefer', 'postgresql://u:x@127.0.0.1/reliquary'],
    ['EVENTSTORE_URL', 'esdb://log:2113?tls=false', 'esdb://user:x@log:2113'],
    ['EVENTSTORE_URL', 'esdb+discover://127.0.0.1:1,log:2113?tls=false', 'esdb://127.0.0.1:2113?tls=false'],
    ['REDIS_URL', 'redis://:hunter2@cache:6379', 'rediss://:x@cache:6379'],
    ['SMTP_URL', 'smtp://user:hunter2@mail:587', 'smtp://user:x@mail:587?requireTLS=true'],
    ['S3_ENDPOINT', 'http://s3.internal:9000', 'https://s3.internal:9000'],
    ['STRIPE_API_BASE', 'http://stripe.internal', 'http://[::1]:4000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'http://localhost:4318'],
  ];
  test.each(PLAIN)('refuses %s in plaintext (%s) unless local or explicitly allowed', (name, plain, good) => {
    const attempt = (more = {}) => read({ ...PRODUCTION, [name]: plain, ...more });
    const line = `${name} is not encrypted: use TLS, or name it in ALLOW_PLAINTEXT`;
    expect(attempt).toThrow(new ConfigurationError(`with NODE_ENV=production ${line}`));
    expect(() => attempt({ ALLOW_PLAINTEXT: 'MAIL_FROM' })).toThrow('ALLOW_PLAINTEXT');
    expect(attempt({ ALLOW_PLAINTEXT: name }).production).toBe(true);
    expect(read({ ...PRODUCTION, [name]: good }).production).toBe(true);
    expect(read({ [name]: plain }).production).toBe(false);
  });

  test('has no demo and no secret in the data folder', () => {
    expect(read(PRODUCTION)).toMatchObject({ production: true, demo: false, host: '0.0.0.0' });
  });
});

describe('embedded secrets', () => {
  test('are created once, private, and kept', () => {
    const first = read().secrets;
    expect(first.masterKey).toHaveLength(32);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(read().secrets).toEqual(first);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain(first.masterKey.toString('hex'));
  });

  test('are read without writing, so that programs work with a full disk', () => {
    read();
    const long = new Date('2020-01-01');
    utimesSync(dataDir, long, long);
    read();
    expect(statSync(dataDir).mtime).toEqual(long);
  });

  test('are overridden by configured ones', () => {
    expect(read({ MASTER_KEY: 'cd'.repeat(32) }).secrets.masterKey.toString('hex')).toBe('cd'.repeat(32));
  });

  test('stop the start if their file is damaged or the folder cannot be created', () => {
    const damaged = mkdtempSync(join(tmpdir(), 'reliquary-damaged-'));
    writeFileSync(join(damaged, 'secrets.json'), '{"masterKey": "');
    expect(() => readConfig({ DATA_DIR: damaged })).toThrow(/DATA_DIR.*damaged/);
    rmSync(damaged, { recursive: true });
    expect(() => readConfig({ DATA_DIR: '/dev/null/here' })).toThrow(/the data folder .* \(DATA_DIR\) cannot be used/);
  });
});

describe('a secret in a file', () => {
  const SECRETS: Readonly<Record<string, string>> = {
    DATABASE_URL: PRODUCTION.DATABASE_URL,
    EVENTSTORE_URL: 'esdb://user:x@log:2113',
    STRIPE_SECRET_KEY: PRODUCTION.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: PRODUCTION.STRIPE_WEBHOOK_SECRET,
    REDIS_URL: 'rediss://:x@cache:6379',
    SMTP_URL: PRODUCTION.SMTP_URL,
    MASTER_KEY: PRODUCTION.MASTER_KEY,
    OTHER_MASTER_KEYS: 'cd'.repeat(32),
    JWT_SECRET: PRODUCTION.JWT_SECRET,
    METRICS_TOKEN: 'm'.repeat(16),
  };
  /** Values made by programs. */
  const MADE = ['LOG_SIGNING_KEY', 'VAPID_PRIVATE_KEY'];
  const inFile = (name: string, text: string): Record<string, string> => {
    const file = join(dataDir, `${name}.secret`);
    writeFileSync(file, text);
    return { [`${name}_FILE`]: file };
  };

  test('counts like its variable, without the trailing newline', () => {
    const files = Object.assign({}, ...Object.entries(SECRETS).map(([name, value]) => inFile(name, `${value}\n`)));
    const { NODE_ENV, PUBLIC_URL, SUPPORT_EMAIL, TRUST_PROXY } = PRODUCTION;
    const told = { NODE_ENV, PUBLIC_URL, SUPPORT_EMAIL, TRUST_PROXY };
    expect(read({ ...told, ...files })).toEqual(read({ ...told, ...SECRETS }));
    const secret = VARIABLES.filter((name) => /KEY|SECRET|TOKEN|^(DATABASE|EVENTSTORE|REDIS|SMTP)_URL/.test(name));
    expect([...Object.keys(SECRETS), ...MADE].sort()).toEqual([...secret].sort());
  });

  test('is not repeated if invalid; duplicates and unreadable files stop the start', () => {
    for (const name of [...Object.keys(SECRETS), ...MADE]) {
      const twice = { ...inFile(name, 'hunter2'), [name]: 'hunter3' };
      expect(() => read(twice)).toThrow(new ConfigurationError(`${name} and ${name}_FILE are both set`));
      const gone = { [`${name}_FILE`]: join(dataDir, 'nowhere') };
      expect(() => read(gone)).toThrow(new ConfigurationError(`${name}_FILE cannot be read: ENOENT`));
    }
    const attempt = () => read(inFile('MASTER_KEY', 'hunter2'));
    expect(attempt).toThrow('MASTER_KEY must be 64 hex digits');
    expect(attempt).not.toThrow('hunter2');
  });

  test('is allowed for secrets only', () => {
    expect(read(inFile('PORT', '4000')).port).toBe(3000);
  });
});
