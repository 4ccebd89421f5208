import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Knex } from 'knex';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { normalizeName } from '#domain/accounts/nameClaim.ts';
import type { Migration } from '../postgres/migrate.ts';
import type { SignedIn } from './endpoint.ts';
import { RequestFault } from './errors.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;

type Who = 'address' | 'addressAndEmail' | 'email' | 'account';
/**
 * `forgiven`: a success resets the counter. `strangers`: skips networks that succeeded before, so that nobody can lock out the owner.
 * `shared`: several limits count under this name.
 */
type Rule = { points: number; seconds: number; per: Who; forgiven?: true; strangers?: true; shared?: string };

/** Counts all requested e-mails to an address, from anywhere. Some are never sent, so the password reset has its own limit. */
const MAILS: Rule = { points: 5, seconds: HOURS, per: 'email', shared: 'mails' };

/** All rules of a name apply. A sign-in counts before its password is hashed. */
export const RATE_LIMITS = {
  signIn: [
    { points: 10, seconds: 15 * MINUTES, per: 'addressAndEmail', forgiven: true },
    { points: 200, seconds: 15 * MINUTES, per: 'address' },
    { points: 30, seconds: HOURS, per: 'email', forgiven: true, strangers: true },
    { points: 100, seconds: 24 * HOURS, per: 'email', forgiven: true, strangers: true },
  ],
  passkey: [{ points: 60, seconds: 15 * MINUTES, per: 'address' }],
  register: [{ points: 60, seconds: HOURS, per: 'address' }],
  resend: [{ points: 60, seconds: HOURS, per: 'address' }, MAILS],
  // not shared: each counted request of an account is an e-mail that its owner received
  forgot: [
    { points: 60, seconds: HOURS, per: 'address' },
    { points: 5, seconds: HOURS, per: 'email' },
  ],
  emailChange: [{ points: 10, seconds: 24 * HOURS, per: 'account' }, MAILS],
  password: [
    { points: 10, seconds: 15 * MINUTES, per: 'account' },
    { points: 30, seconds: 24 * HOURS, per: 'account', forgiven: true },
  ],
  token: [{ points: 60, seconds: 15 * MINUTES, per: 'address' }],
  upload: [{ points: 60, seconds: HOURS, per: 'account' }],
  sending: [
    { points: 30, seconds: MINUTES, per: 'account' },
    { points: 1_000, seconds: 24 * HOURS, per: 'account' },
  ],
  reporting: [{ points: 20, seconds: HOURS, per: 'account' }],
  asking: [{ points: 10, seconds: HOURS, per: 'account' }],
  identity: [{ points: 20, seconds: HOURS, per: 'account' }],
  opening: [{ points: 30, seconds: HOURS, per: 'account' }],
  ownData: [{ points: 10, seconds: HOURS, per: 'account' }],
  buying: [{ points: 60, seconds: HOURS, per: 'account' }],
  // far above normal use: an endless history would be slow for everybody who deals with its owner
  settings: [{ points: 120, seconds: HOURS, per: 'account' }],
  proposing: [
    { points: 30, seconds: HOURS, per: 'account' },
    { points: 100, seconds: 24 * HOURS, per: 'account' },
  ],
  watching: [{ points: 600, seconds: HOURS, per: 'account' }],
  bank: [{ points: 10, seconds: HOURS, per: 'account' }],
  revising: [{ points: 300, seconds: HOURS, per: 'account' }],
  dealing: [{ points: 300, seconds: HOURS, per: 'account' }],
  resuming: [{ points: 600, seconds: 10 * MINUTES, per: 'address' }],
  proving: [{ points: 600, seconds: 10 * MINUTES, per: 'address' }],
  reading: [{ points: 600, seconds: 10 * MINUTES, per: 'account' }],
} as const satisfies Record<string, readonly Rule[]>;

const KNOWN_FOR = 90 * 24 * HOURS;

type RateLimitName = keyof typeof RATE_LIMITS;

export const rateLimitMigrations: Migration[] = [
  {
    name: 'http-1-rate-limits',
    up: (db) =>
      db.schema.createTable('rate_limits', (table) => {
        table.string('key', 255).primary();
        table.integer('points').notNullable().defaultTo(0);
        table.bigInteger('expire');
      }),
  },
];

/** The counters are in the database, so they hold for all processes and over restarts. */
export type LimitRate = {
  /** @throws RequestFault 429 with Retry-After. */
  consume(name: string, request: Request, account: SignedIn | undefined): Promise<void>;
  /** After a success, earlier failures no longer count. */
  forgive(name: string, request: Request, account: SignedIn | undefined): Promise<void>;
};

export const noRateLimits: LimitRate = { consume: () => Promise.resolve(), forgive: () => Promise.resolve() };

/** For IPv6 the /64 network: a subscriber can choose any address in it. */
export const networkOf = (ip: string): string => {
  const version4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (version4 !== undefined) return version4;
  const [head = '', tail] = ip.toLowerCase().replace(/%.*/, '').split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : 8 - left!.length - right!.length;
  const groups = [...left!, ...new Array<string>(Math.max(0, zeros)).fill('0'), ...right!];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
};

/** Hashed, so that no address is stored in clear. An unknown account counts like a known one. */
const keyOf = (per: Who, request: Request, account: SignedIn | undefined): string => {
  const ip = networkOf(request.ip ?? '');
  const body = (request.body ?? {}) as { email?: unknown };
  const email = typeof body.email === 'string' ? normalizeName(body.email).slice(0, 254) : '';
  const parts = { address: [ip], addressAndEmail: [ip, email], email: [email], account: [account?.id ?? ip] }[per];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
};

const isName = (name: string): name is RateLimitName => Object.hasOwn(RATE_LIMITS, name);

export const openRateLimits = (db: Knex): LimitRate => {
  const limiters = new Map<string, { rule: Rule; limiter: RateLimiterAbstract }[]>();
  for (const [name, rules] of Object.entries(RATE_LIMITS))
    limiters.set(
      name,
      rules.map((rule: Rule) => ({
        rule,
        limiter: new RateLimiterPostgres({
          storeClient: db,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
          keyPrefix: `${rule.shared ?? name}.${rule.per}.${rule.seconds}`,
          points: rule.points,
          duration: rule.seconds,
        }),
      })),
    );

  /** The networks that have succeeded for an e-mail address. */
  const known = new RateLimiterPostgres({
    storeClient: db,
    storeType: 'knex',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'known',
    points: 1,
    duration: KNOWN_FOR,
  });
  const isKnown = async (request: Request) => (await known.get(keyOf('addressAndEmail', request, undefined))) !== null;

  return {
    consume: async (name, request, account) => {
      if (!isName(name)) throw new Error(`there is no rate limit named ${name}`);
      for (const { rule, limiter } of limiters.get(name) ?? []) {
        if (rule.strangers && (await isKnown(request))) continue;
        try {
          await limiter.consume(keyOf(rule.per, request, account));
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
          throw new RequestFault(429, 'tooManyRequests', `Too many attempts. Please try again in ${wait}.`, {
            headers: { 'Retry-After': String(seconds) },
          });
        }
      }
    },
    forgive: async (name, request, account) => {
      for (const { rule, limiter } of limiters.get(name) ?? [])
        if (rule.forgiven) await limiter.delete(keyOf(rule.per, request, account));
      if ((limiters.get(name) ?? []).some(({ rule }) => rule.strangers))
        await known.set(keyOf('addressAndEmail', request, undefined), 1, KNOWN_FOR);
    },
  };
};
