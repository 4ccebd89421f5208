import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LONGEST_BETWEEN_HEADS } from '#application/transparency/checkpoint.ts';
import { ED25519 } from '#application/transparency/signedNote.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import { readConnection } from '../eventStores/eventStoreDb/connectionString.ts';
import type { S3Settings } from '../files/s3Files.ts';
import type { LogLevel } from '../observability/log.ts';
import type { StripeSettings } from '../payments/stripe/provider.ts';
import type { DatabaseSettings } from '../postgres/address.ts';
import { readVapidKey, type VapidKey } from '../push/vapidKey.ts';
import { CONFIRMATION } from '../system/confirmation.ts';
import { ConfigurationError } from '../system/startFailure.ts';
import { readSigningKey } from '../transparency/signingKey.ts';
import type { KnownWitness } from '../transparency/witnessClient.ts';
import { isDecodable, oneOf, origin, reservedDomain, set, url, whole } from './kinds.ts';
import { CAN_BE_PLAIN, plainIn } from './plaintext.ts';
import { refuseUnfinishedRestore } from './restoring.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { witnessesIn } from './witnesses.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const satisfies LogLevel[];

export type Config = {
  production: boolean;
  port: number;
  /** The address that is listened on. */
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Ms between the word that it goes, at /serving, and its going. */
  shutdownDelay: number;
  /** Where browsers find the marketplace, without a slash at the end; undefined: on this machine. */
  publicUrl: string | undefined;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  database: DatabaseSettings;
  /** Of the embedded PostgreSQL when it is gone: after so many that fail in a row the process ends. */
  databaseRestarts: number;
  /** Of an EventStoreDB; undefined: the events are kept in PostgreSQL. */
  eventStoreUrl: string | undefined;
  /** The code of a refused start: this database was restored, and belongs to the log of the event store. */
  eventLogRestored: string | undefined;
  /** The code of a refused start: the marketplace has moved to this address, or to this account at the provider. */
  marketplaceMoved: string | undefined;
  /** Undefined: the simulated provider. */
  stripe: StripeSettings | undefined;
  /** Undefined: jobs stand in the database. */
  redisUrl: string | undefined;
  /** Undefined: files stand in a folder of `dataDir`. */
  s3: S3Settings | undefined;
  /** Undefined: emails stay in an outbox that developers read. */
  smtpUrl: string | undefined;
  /** Who emails come from, such as `Reliquary <post@reliquary.example>`. */
  mailFrom: string;
  role: 'all' | 'api' | 'worker';
  demo: boolean;
  rateLimits: boolean;
  /** Each night, which takes what building each of them takes. */
  checksReadModels: boolean;
  /** A table of the countries of networks, absolute; undefined: no country is said. */
  countriesFile: string | undefined;
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustedProxies: number;
  supportEmail: string;
  /** Default: info in production; warn elsewhere, where the person at the terminal wants to see one line, not each request. */
  logLevel: LogLevel;
  /** Asked of whoever reads /metrics; undefined leaves them open outside production and closed in it. */
  metricsToken: string | undefined;
  /** A collector that speaks OTLP over HTTP; undefined: nothing is traced. */
  tracesTo: string | undefined;
  transparency: TransparencySettings;
  push: PushSettings;
  /** What else may be called, `host:port` each: all that other settings name is, and nothing else. */
  alsoCalls: readonly string[];
  secrets: Secrets;
};

export type TransparencySettings = {
  /** Undefined: the key that is kept in `dataDir`. */
  signer: NoteSigner | undefined;
  /** Between two heads at least, ms. */
  headEvery: number;
  witnesses: readonly KnownWitness[];
};

export type PushSettings = {
  /** Undefined: the key that is kept in `dataDir`; in production nobody is called. */
  vapid: VapidKey | undefined;
  /** Where makers of browsers find us, `mailto:` or `https:`. */
  subject: string;
  /** The origin of a push service that may be called though it is not public; undefined in production. */
  alsoAt: string | undefined;
  /** Nobody is called, whatever key there is: the devices are those of another marketplace. */
  off?: boolean;
};

const confirmation = z.string().regex(CONFIRMATION, 'must be the code of 12 hex digits that the refused start names');

const variables = z.object({
  NODE_ENV: set(oneOf('development', 'test', 'production').default('development')),
  PORT: set(whole(0, 65_535).default(3000)),
  HOST: set(z.string().optional()),
  DATA_DIR: set(z.string().default('.data')),
  SHUTDOWN_DELAY: set(whole(0, 300).optional()),
  PUBLIC_URL: set(origin('https://reliquary.example').optional()),
  DATABASE_URL: set(url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/reliquary').optional()),
  DATABASE_POOL_SIZE: set(whole(2, 500).default(20)),
  DATABASE_JOBS_POOL_SIZE: set(whole(12, 500).default(24)),
  DATABASE_STATEMENT_TIMEOUT: set(whole(0, 86_400).default(60)),
  DATABASE_IDLE_TRANSACTION_TIMEOUT: set(whole(0, 86_400).default(120)),
  DATABASE_RESTARTS: set(whole(1, 20).default(6)),
  EVENTSTORE_URL: set(
    z
      .string()
      .refine(
        (text) => readConnection(text) !== undefined,
        'must be a URL such as esdb://user:password@host:2113 or esdb://host:2113?tls=false',
      )
      .optional(),
  ),
  EVENT_LOG_RESTORED: set(confirmation.optional()),
  MARKETPLACE_MOVED: set(confirmation.optional()),
  STRIPE_SECRET_KEY: set(
    z
      .string()
      .regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe, sk_… or rk_…')
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: set(
    z
      .string()
      .regex(/^whsec_\w+(,whsec_\w+)?$/, 'must be the signing secret of an endpoint, whsec_…, or two with a comma')
      .optional(),
  ),
  STRIPE_API_BASE: set(url(/^https?$/, 'https://api.stripe.com').optional()),
  REDIS_URL: set(
    url(/^rediss?$/, 'redis://host:6379')
      .refine(isDecodable, 'must have each % of its name and password written as %25')
      .optional(),
  ),
  S3_BUCKET: set(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  ),
  S3_REGION: set(z.string().default('eu-north-1')),
  S3_ENDPOINT: set(url(/^https?$/, 'https://s3.example.com').optional()),
  SMTP_URL: set(url(/^smtps?$/, 'smtps://user:password@host:465').optional()),
  MAIL_FROM: set(
    z
      .string()
      .regex(
        /^([^<>\r\n"]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
        'must be an address such as Reliquary <post@reliquary.example>',
      )
      .optional(),
  ),
  MASTER_KEY: set(
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits (32 bytes)')
      .optional(),
  ),
  OTHER_MASTER_KEYS: set(
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*$/, 'must be master keys of 64 hex digits, with commas between them')
      .optional(),
  ),
  JWT_SECRET: set(z.string().min(32, 'must have at least 32 characters').optional()),
  LOG_SIGNING_KEY: set(
    z
      .string()
      .refine(
        (text) => readSigningKey(text, ED25519) !== undefined,
        'must be a signing key, PRIVATE+KEY+…, as npm run attest -- key makes it',
      )
      .optional(),
  ),
  WITNESSES: set(
    z
      .string()
      .refine(
        (text) => witnessesIn(text) !== undefined,
        'must be witnesses, https://mill.example#mill.example+…, with commas',
      )
      .optional(),
  ),
  // the pages promise within which time a fact is sealed
  LOG_HEAD_EVERY: set(whole(1, LONGEST_BETWEEN_HEADS / 1_000).default(60)),
  VAPID_PRIVATE_KEY: set(
    z
      .string()
      .refine((text) => readVapidKey(text) !== undefined, 'must be a private key of VAPID: 43 characters of base64url')
      .optional(),
  ),
  VAPID_SUBJECT: set(
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:post@reliquary.example or an https address')
      .optional(),
  ),
  PUSH_ORIGIN: set(url(/^https?$/, 'http://127.0.0.1:4000').optional()),
  ALLOW_PLAINTEXT: set(
    z
      .string()
      .default('')
      .transform((text) => text.split(',').filter((name) => name !== ''))
      .refine(
        (names) => names.every((name) => CAN_BE_PLAIN.includes(name)),
        `must be names of variables with commas between them, of ${CAN_BE_PLAIN.join(', ')}`,
      ),
  ),
  ALSO_CALLS: set(
    z
      .string()
      .regex(/^[\w.-]+:\d{1,5}(,[\w.-]+:\d{1,5})*$/, 'must be hosts with their ports, proxy.example:3128, with commas')
      .optional(),
  ),
  ROLE: set(oneOf('all', 'api', 'worker').default('all')),
  DEMO: set(oneOf('0', '1').optional()),
  RATE_LIMITS: set(oneOf('on', 'off').default('on')),
  READ_MODEL_CHECKS: set(oneOf('nightly', 'off').optional()),
  TRUST_PROXY: set(whole(0, 10).optional()),
  COUNTRIES_FILE: set(z.string().optional()),
  SUPPORT_EMAIL: set(z.email('must be an e-mail address').optional()),
  LOG_LEVEL: set(oneOf(...LOG_LEVELS).optional()),
  METRICS_TOKEN: set(z.string().min(16, 'must have at least 16 characters').optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: set(url(/^https?$/, 'http://collector:4318').optional()),
});

/** The names of all variables, as `.env.example` tells them. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape);

const MUST_BE_SET = [
  'PUBLIC_URL',
  'SUPPORT_EMAIL',
  'DATABASE_URL',
  'MASTER_KEY',
  'JWT_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  // TLS ends in front of us: with none believed all people are one address, which is refused for what one of them did
  'TRUST_PROXY',
] as const;

/** What may not be switched on where real money moves, and what must be set there. */
const productionFaults = (env: z.output<typeof variables>): string[] => [
  ...(env.RATE_LIMITS === 'off' ? ['RATE_LIMITS=off is refused'] : []),
  ...(env.DEMO === '1' ? ['DEMO=1 is refused'] : []),
  ...(env.PUSH_ORIGIN === undefined ? [] : ['PUSH_ORIGIN is refused']),
  ...MUST_BE_SET.filter((name) => env[name] === undefined).map((name) => `${name} must be set`),
  ...(env.PUBLIC_URL?.startsWith('http:') ? ['PUBLIC_URL must begin with https://'] : []),
  ...(['SUPPORT_EMAIL', 'MAIL_FROM'] as const).flatMap((name) => {
    const domain = reservedDomain(env[name] ?? '');
    return domain ? [`${name} must be an address of yours: ${domain} is kept for examples`] : [];
  }),
  ...plainIn(env)
    .filter((name) => !env.ALLOW_PLAINTEXT.includes(name))
    .map((name) => `${name} is not encrypted: use TLS, or name it in ALLOW_PLAINTEXT`),
];

const stripeIn = (env: z.output<typeof variables>): StripeSettings | undefined =>
  env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
    ? undefined
    : {
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecrets: env.STRIPE_WEBHOOK_SECRET.split(','),
        apiBase: env.STRIPE_API_BASE,
      };

/** Values of variables that may hold a secret are never repeated in a message. */
const SECRET = /KEY|SECRET|TOKEN|DATABASE_URL|EVENTSTORE_URL|REDIS_URL|SMTP_URL/;

const secretsIn: typeof readSecrets = (dataDir, given) => {
  try {
    return readSecrets(dataDir, given);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'secrets.json is damaged';
    throw new ConfigurationError(`the data folder ${dataDir} (DATA_DIR) cannot be used: ${code}`);
  }
};

/** A secret may stand in the file that NAME_FILE names, as vaults and orchestrators hand it over, and is then in no environment. */
const withFiles = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const read = VARIABLES.filter((name) => SECRET.test(name) && environment[`${name}_FILE`]).map((name) => {
    if (environment[name]) throw new ConfigurationError(`${name} and ${name}_FILE are both set`);
    try {
      return [name, readFileSync(environment[`${name}_FILE`] ?? '', 'utf8').trimEnd()] as const;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is no file';
      throw new ConfigurationError(`${name}_FILE cannot be read: ${code}`);
    }
  });
  return { ...environment, ...Object.fromEntries(read) };
};

/** @throws ConfigurationError with one line that names every wrong one. */
const read = (given: NodeJS.ProcessEnv): z.output<typeof variables> => {
  const environment = withFiles(given);
  const parsed = variables.safeParse(environment);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} ${message}${SECRET.test(name) ? '' : `, not "${environment[name]}"`}`;
  });
  throw new ConfigurationError(faults.join('; '));
};

const placesOfData = (env: z.output<typeof variables>) => ({
  dataDir: resolve(env.DATA_DIR),
  databaseUrl: env.DATABASE_URL,
  database: {
    poolSize: env.DATABASE_POOL_SIZE,
    jobsPoolSize: env.DATABASE_JOBS_POOL_SIZE,
    statementTimeout: env.DATABASE_STATEMENT_TIMEOUT * 1_000,
    idleTransactionTimeout: env.DATABASE_IDLE_TRANSACTION_TIMEOUT * 1_000,
  },
  eventStoreUrl: env.EVENTSTORE_URL,
});

export type DataLocations = Pick<Config, 'dataDir' | 'databaseUrl' | 'database' | 'eventStoreUrl'>;

/** For whoever looks whether there is a marketplace, or holds none of its secrets: nothing is asked for, and nothing made. */
export const readDataLocations = (given: NodeJS.ProcessEnv): DataLocations & { witnesses: readonly KnownWitness[] } => {
  const env = read(given);
  return { ...placesOfData(env), witnesses: witnessesIn(env.WITNESSES ?? '') ?? [] };
};

/** Reads all variables once. @throws ConfigurationError with one line that names every wrong one. */
export const readConfig = (given: NodeJS.ProcessEnv): Config => {
  const env = read(given);
  const production = env.NODE_ENV === 'production';
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined))
    throw new ConfigurationError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together');
  const faults = production ? productionFaults(env) : [];
  if (faults.length > 0) throw new ConfigurationError(`with NODE_ENV=production ${faults.join('; ')}`);

  const places = placesOfData(env);
  refuseUnfinishedRestore(places.dataDir);
  const supportEmail = env.SUPPORT_EMAIL ?? 'support@reliquary.example';
  const embedded = env.DATABASE_URL === undefined && env.EVENTSTORE_URL === undefined;
  return {
    ...places,
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    shutdownDelay: (env.SHUTDOWN_DELAY ?? (production ? 5 : 0)) * 1_000,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    databaseRestarts: env.DATABASE_RESTARTS,
    eventLogRestored: env.EVENT_LOG_RESTORED,
    marketplaceMoved: env.MARKETPLACE_MOVED,
    stripe: stripeIn(env),
    redisUrl: env.REDIS_URL,
    s3:
      env.S3_BUCKET === undefined
        ? undefined
        : { bucket: env.S3_BUCKET, region: env.S3_REGION, endpoint: env.S3_ENDPOINT },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Reliquary <${supportEmail}>`,
    role: env.ROLE,
    demo: !production && (env.DEMO === '1' || (env.DEMO === undefined && embedded)),
    rateLimits: env.RATE_LIMITS === 'on',
    checksReadModels: (env.READ_MODEL_CHECKS ?? (production ? 'nightly' : 'off')) === 'nightly',
    countriesFile: env.COUNTRIES_FILE && resolve(env.COUNTRIES_FILE),
    trustedProxies: env.TRUST_PROXY ?? 0,
    supportEmail,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metricsToken: env.METRICS_TOKEN,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    transparency: {
      signer: env.LOG_SIGNING_KEY === undefined ? undefined : readSigningKey(env.LOG_SIGNING_KEY, ED25519),
      headEvery: env.LOG_HEAD_EVERY * 1_000,
      witnesses: witnessesIn(env.WITNESSES ?? '') ?? [],
    },
    push: {
      vapid: env.VAPID_PRIVATE_KEY === undefined ? undefined : readVapidKey(env.VAPID_PRIVATE_KEY),
      subject: env.VAPID_SUBJECT ?? `mailto:${supportEmail}`,
      alsoAt: env.PUSH_ORIGIN && new URL(env.PUSH_ORIGIN).origin,
    },
    alsoCalls: env.ALSO_CALLS?.split(',') ?? [],
    secrets: secretsIn(places.dataDir, {
      masterKey: env.MASTER_KEY?.toLowerCase(),
      otherMasterKeys: env.OTHER_MASTER_KEYS?.split(',') ?? [],
      jwt: env.JWT_SECRET,
    }),
  };
};
