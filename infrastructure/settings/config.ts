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
import { CAN_BE_PLAIN, plaintextSettings } from './plaintext.ts';
import { refuseUnfinishedRestore } from './restoring.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { parseWitnesses } from './witnesses.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const satisfies LogLevel[];

export type Config = {
  production: boolean;
  port: number;
  /** The address to listen on. */
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Ms between failing /serving and shutting down. */
  shutdownDelay: number;
  /** Public URL without a trailing slash; undefined: on this machine. */
  publicUrl: string | undefined;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  database: DatabaseSettings;
  /** Consecutive failed restarts of the embedded PostgreSQL before the process ends. */
  databaseRestarts: number;
  /** URL of an EventStoreDB; undefined: events are stored in PostgreSQL. */
  eventStoreUrl: string | undefined;
  /** Confirmation code from a refused start: this restored database belongs to the event store's log. */
  eventLogRestored: string | undefined;
  /** Confirmation code from a refused start: the marketplace has moved to this address or provider account. */
  marketplaceMoved: string | undefined;
  /** Undefined: the simulated provider. */
  stripe: StripeSettings | undefined;
  /** Undefined: jobs are stored in PostgreSQL. */
  redisUrl: string | undefined;
  /** Undefined: files are stored in `dataDir`. */
  s3: S3Settings | undefined;
  /** Undefined: e-mails stay in a developer outbox. */
  smtpUrl: string | undefined;
  /** Sender of e-mails, such as `Reliquary <post@reliquary.example>`. */
  mailFrom: string;
  role: 'all' | 'api' | 'worker';
  demo: boolean;
  rateLimits: boolean;
  /** Nightly; costs as much as rebuilding every read model. */
  checksReadModels: boolean;
  /** Absolute path of a table of countries by network; undefined: countries are not shown. */
  countriesFile: string | undefined;
  /** Number of trusted proxies in front (X-Forwarded-For). */
  trustedProxies: number;
  supportEmail: string;
  /** Default: info in production, otherwise warn, so that a terminal does not show every request. */
  logLevel: LogLevel;
  /** Bearer token for /metrics; without one, /metrics is closed in production and open elsewhere. */
  metricsToken: string | undefined;
  /** OTLP/HTTP collector; undefined turns tracing off. */
  tracesTo: string | undefined;
  transparency: TransparencySettings;
  push: PushSettings;
  /** Additional `host:port` pairs that may be called, beyond those in other settings. */
  alsoCalls: readonly string[];
  secrets: Secrets;
};

export type TransparencySettings = {
  /** Undefined: the key stored in `dataDir`. */
  signer: NoteSigner | undefined;
  /** Minimum time between two signed checkpoints, ms. */
  headEvery: number;
  witnesses: readonly KnownWitness[];
};

export type PushSettings = {
  /** Undefined: the key stored in `dataDir`; in production, push is off. */
  vapid: VapidKey | undefined;
  /** Contact for browser vendors, `mailto:` or `https:`. */
  subject: string;
  /** Origin of a push service that may be called although it is not public; undefined in production. */
  alsoAt: string | undefined;
  /** Turns push off whatever the key: the subscriptions belong to another marketplace. */
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
        (text) => parseWitnesses(text) !== undefined,
        'must be witnesses, https://mill.example#mill.example+…, with commas',
      )
      .optional(),
  ),
  // the pages promise a maximum time until an event is sealed
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

/** Names of all variables, as in `.env.example`. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape);

const MUST_BE_SET = [
  'PUBLIC_URL',
  'SUPPORT_EMAIL',
  'DATABASE_URL',
  'MASTER_KEY',
  'JWT_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  // TLS ends at a proxy: without trusting it, all users share one address and one rate limit
  'TRUST_PROXY',
] as const;

/** Settings that production refuses or requires. */
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
  ...plaintextSettings(env)
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

/** Error messages never repeat values of these variables. */
const SECRET = /KEY|SECRET|TOKEN|DATABASE_URL|EVENTSTORE_URL|REDIS_URL|SMTP_URL/;

const secretsIn: typeof readSecrets = (dataDir, given) => {
  try {
    return readSecrets(dataDir, given);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'secrets.json is damaged';
    throw new ConfigurationError(`the data folder ${dataDir} (DATA_DIR) cannot be used: ${code}`);
  }
};

/**
 * NAME_FILE names a file with the secret, as vaults and orchestrators provide it, so that it is not in the
 * environment.
 */
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

/** @throws ConfigurationError with one line that lists every invalid variable */
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

/** For tools without secrets: requires nothing and creates nothing. */
export const readDataLocations = (given: NodeJS.ProcessEnv): DataLocations & { witnesses: readonly KnownWitness[] } => {
  const env = read(given);
  return { ...placesOfData(env), witnesses: parseWitnesses(env.WITNESSES ?? '') ?? [] };
};

/** @throws ConfigurationError with one line that lists every invalid variable */
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
      witnesses: parseWitnesses(env.WITNESSES ?? '') ?? [],
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
