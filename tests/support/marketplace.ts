import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { Position } from '#application/ports/eventStore.ts';
import type { CommandContext } from '#application/streams/command.ts';
import { openRepository } from '#application/streams/repository.ts';
import { NEW_COLLEAGUE } from '#domain/accounts/limits.ts';
import { type Actor, type Role, SYSTEM } from '#domain/shared/actor.ts';
import type { Result } from '#domain/shared/decider.ts';
import { type MarketplaceOptions, openMarketplace } from '#infrastructure/composition/marketplace.ts';
import { type Client, openClient, succeeded } from '#infrastructure/demo/client.ts';
import { openPictures } from '#infrastructure/files/pictures/pictures.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { type Config, readConfig } from '#infrastructure/settings/config.ts';
import { systemClock } from '#infrastructure/system/clock.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { asReader } from './asReader.ts';
import { PATIENCE } from './patience.ts';
import { createDatabase } from './postgres.ts';
import { silentLog } from './silentLog.ts';

/** Fast hashing; no real passwords are at stake. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Suites of a process share the picture decoder. It has low priority, so allow it time. */
const pictures = openPictures({ log: silentLog(), processes: 1, timeLimit: 150_000 });

/**
 * Opening a database session costs as much as fifty statements; small pools are harder to live with than
 * production's.
 */
const FEW = { poolSize: 6, jobsPoolSize: 4 };

export type Member = Client & { id: string; username: string; email: string; password: string };

export type SentMail = { to: string; subject: string; text: string; html: string; date: string; replyTo?: string };

/** Back off: each poll costs both sides. */
const PAUSE = { first: 20, longest: 100, growth: 1.5 };

/** Retries until there is a result; rethrows the last failure after `timeoutMs`. */
export const eventually = async <Value>(
  ask: () => Promise<Value | undefined | false>,
  timeoutMs = PATIENCE,
): Promise<Value> => {
  const end = Date.now() + timeoutMs;
  let failure: unknown = new Error('it did not happen in time');
  for (let pause = PAUSE.first; Date.now() < end; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
    try {
      const value = await ask();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      failure = error;
    }
    await delay(pause);
  }
  throw failure;
};

let picture: Promise<Buffer> | undefined;
/** A small JPEG that passes all checks. */
export const photo = (): Promise<Buffer> => {
  picture ??= sharp({ create: { width: 64, height: 48, channels: 3, background: '#705030' } })
    .jpeg()
    .toBuffer();
  return picture;
};

export const LISTING = {
  title: 'A painted dragon',
  franchise: 'Dungeons & Dragons',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: '50.00',
  description: 'Painted with care, kept behind glass.',
  mainFaction: 'Dragons',
  subfaction: '',
  disclaimerAccepted: 'true',
};

export const ADDRESS = {
  fullName: 'Ada Buyer',
  streetAddress1: 'Lange Straat 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};

const bankOf = (accountHolder: string) => ({ accountHolder, iban: 'NL91ABNA0417164300', bankName: 'Bank' });

/** Origin of these clients. */
const ARRIVAL = { userAgent: 'node', browser: undefined, network: '127.0.0.1' };

/** The context of an API call. */
const contextOf = (actor: Actor): CommandContext => {
  const correlationId = newId();
  return { commandId: newId(), correlationId, causationId: correlationId, actor };
};

const accepted = <Value>(result: Result<Value, { code: string }>, what: string): Value => {
  if (result.ok) return result.value;
  throw new Error(`${what} was refused: ${result.error.code}`);
};

type Overrides = Partial<Config> & Pick<MarketplaceOptions, 'patience' | 'readDiskSpace' | 'closingOf' | 'webFolder'>;

/** The whole application in this process in embedded mode, with its own database. */
export const startMarketplace = async (
  { patience = PATIENCE, readDiskSpace, closingOf, webFolder, ...settings }: Overrides = {},
  logTo?: DestinationStream,
  /** Source of e-mails if they do not stay in the outbox. */
  readMails?: () => SentMail[],
) => {
  const database = await createDatabase('opened');
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-market-'));
  const read = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMITS: 'off',
    DEMO: '0',
    LOG_LEVEL: 'silent',
  });
  const config: Config = { ...read, database: { ...read.database, ...FEW }, ...settings };
  const level = logTo ? 'trace' : ((process.env.TEST_LOG as 'info' | undefined) ?? config.logLevel);
  const log = openLog({ level, short: false, ...(logTo && { destination: logTo }) });
  const marketplace = await openMarketplace(config, {
    log,
    hashingCost: CHEAP,
    checkAnswers: true,
    patience,
    webFolder,
    ...(readDiskSpace && { readDiskSpace }),
    // a suite that observes closing needs its own decoder
    ...(closingOf ? { closingOf } : { pictures }),
  });
  const url = marketplace.localUrl;
  const client = (): Client => asReader(openClient(url), marketplace.repository.transactions);
  const visitor = client();

  const emails = async (to?: string): Promise<SentMail[]> => {
    if (readMails) return readMails().filter((mail) => to === undefined || mail.to === to);
    return marketplace.emails({ to });
  };
  /** Waits for the newest e-mail to an address that `matches`. */
  const mail = (to: string, matches: RegExp): Promise<SentMail> =>
    eventually(async () => (await emails(to)).find(({ subject, text }) => matches.test(subject) || matches.test(text)));
  const tokenFrom = async (to: string, page: string): Promise<string> => {
    const link = new RegExp(`${page}\\?token=([A-Za-z0-9_%.-]+)`);
    return link.exec((await mail(to, link)).text)![1]!;
  };

  /** As after a correct code: a role can only be used then. */
  const showSecondFactor = async (token: string): Promise<string> => {
    const { sessions } = marketplace.services;
    const opened = await sessions.verify(token);
    if (!opened || opened.withheld.length === 0) return token;
    await sessions.prove(opened.sessionId, { secondFactor: true });
    return (await sessions.renew(opened.sessionId, opened.id, [...opened.roles, ...opened.withheld])) ?? token;
  };

  const signIn = async (email: string, password: string, into: Client = client()): Promise<Client> => {
    const session = succeeded(await into.post('auth/login', { email, password }), 'sign-in');
    into.signInWith(await showSecondFactor(session.token));
    return into;
  };

  const { accounts } = marketplace.services;
  /** Signs in by the services behind the API call. */
  const comeIn = async (email: string, password: string, into: Client): Promise<void> => {
    const { token } = accepted(await accounts.signIn({ email, password }, ARRIVAL), 'sign-in');
    into.signInWith(await showSecondFactor(token));
  };
  const seen = async (position: Position | undefined): Promise<void> => {
    if (position !== undefined) await marketplace.waitFor(position, PATIENCE);
  };

  const PASSWORD = 'Correct-horse1!';
  const registration = (username: string, country = 'Netherlands') => ({
    username,
    email: `${username.toLowerCase()}@example.com`,
    password: PASSWORD,
    country,
    platformAgreements: { termsAccepted: true },
  });
  const register = async (username: string, { country = 'Netherlands' } = {}) => {
    const sent = registration(username, country);
    succeeded(await client().post('auth/register', sent), 'registration');
    return { username, email: sent.email, password: PASSWORD };
  };

  /** Like a browser on our page; `registrant`: the cookie that recognises it when it follows the link. */
  const registerOnPage = async (username: string) => {
    const browser = client();
    const sent = registration(username);
    const reply = await browser.post('auth/register', sent, { headers: { 'sec-fetch-site': 'same-origin' } });
    succeeded(reply, 'registration');
    const [given = ''] = reply.headers.getSetCookie();
    return { client: browser, email: sent.email, given, registrant: given.split(';')[0]! };
  };

  /**
   * A registered, verified, signed-in member, created through the services. Names need three letters. Waits for the
   * read models.
   */
  const member = async (username: string, { country = 'Netherlands' } = {}): Promise<Member> => {
    const sent = registration(username, country);
    const { email, password } = sent;
    const { accountId } = accepted(await accounts.register(sent, contextOf(SYSTEM)), 'registration');
    const link = { token: decodeURIComponent(await tokenFrom(email, 'verify-email')), registrant: undefined };
    const { position } = accepted(await accounts.verifyEmail(link, ARRIVAL, contextOf(SYSTEM)), 'verification');
    const account = Object.assign(client(), { id: accountId as string, username, email, password });
    await comeIn(email, password, account);
    await seen(position);
    return account;
  };

  /** A member with accepted seller terms and a verified bank account. */
  const seller = async (username: string, options: { country?: string } = {}): Promise<Member> => {
    const account = await member(username, options);
    const { id } = account;
    const self = { id, role: 'member' } as const;
    accepted(await accounts.send(id, { type: 'AcceptSellerTerms' }, contextOf(self)), 'seller terms');
    const bank = bankOf(username);
    accepted(await accounts.send(id, { type: 'ProvideBankDetails', bank }, contextOf(self)), 'bank details');
    const { position } = await eventually(async () => {
      const loaded = await accounts.load(id);
      return loaded.state.bankState === 'verified' && loaded;
    });
    await seen(position);
    return account;
  };

  /** The same over HTTP, for suites that count or log calls. */
  const memberByCalls = async (username: string): Promise<Member> => {
    const { email, password } = await register(username);
    const account = client();
    succeeded(await account.get(`auth/verify/${await tokenFrom(email, 'verify-email')}`), 'verification');
    await signIn(email, password, account);
    const { _id } = succeeded(await account.get('user/profile'), 'the own profile');
    return Object.assign(account, { id: _id as string, username, email, password });
  };
  const sellerByCalls = async (username: string): Promise<Member> => {
    const account = await memberByCalls(username);
    succeeded(await account.post('seller/register'), 'seller terms');
    succeeded(await account.post('seller/bank-details', bankOf(username)), 'bank details');
    await eventually(async () => (await account.get('seller/status')).body.bankAccount.verified === true);
    return account;
  };

  /**
   * Backdated, so that the account may decide about money; `by`: who proposed and confirmed it; default: the command
   * line.
   */
  const grant = async (
    account: Member,
    role: Role,
    { ago = NEW_COLLEAGUE, by }: { ago?: number; by?: readonly [Member, Member] } = {},
  ): Promise<Member> => {
    const { journal, clock, services } = marketplace;
    const earlier = { now: () => (clock ?? systemClock).now() - ago };
    const { accounts } = openRepository({ journal, clock: earlier });
    const send = (actor: Actor, request: Parameters<typeof accounts.send>[1]) =>
      accounts.send(account.id, request, contextOf(actor));
    const proposal = { proposalId: newId(), to: account.id };
    if (by) await send({ id: by[0].id, role: 'admin' }, { type: 'ProposeRole', ...proposal, role });
    const granted = by
      ? await send({ id: by[1].id, role: 'admin' }, { type: 'ConfirmRole', ...proposal })
      : await send(SYSTEM, { type: 'GrantRole', role });
    if (!granted.ok) throw new Error(`the role was refused: ${granted.error.code}`);
    await services.sessions.endAll(account.id);
    await comeIn(account.email, account.password, account);
    return account;
  };

  return {
    url,
    marketplace,
    config,
    dataDir,
    client,
    register,
    registerOnPage,
    member,
    memberByCalls,
    seller,
    sellerByCalls,
    signIn,
    showSecondFactor,
    emails,
    mail,
    tokenFrom,
    staff: async (username: string) => grant(await member(username), 'staff'),
    grant,
    /** The listing form with one photo, as the web sends it. */
    listingForm: async (fields: Partial<typeof LISTING> = {}, photos = 1): Promise<FormData> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...LISTING, ...fields })) form.set(name, value);
      for (let index = 0; index < photos; index++)
        form.append('images', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), `photo-${index}.jpg`);
      return form;
    },
    /** Returns the response of POST /listings. */
    async publish(account: Client, fields: Partial<typeof LISTING> = {}, photos = 1) {
      const form = await this.listingForm(fields, photos);
      return succeeded(await account.call('POST', 'listings', { form }), 'publishing');
    },
    /** Chooses an outcome on the provider's page. */
    pay: async (checkoutUrl: string, outcome: 'paid' | 'failed' | 'processing' | 'cancelled' = 'paid') => {
      const { pathname } = new URL(checkoutUrl);
      const response = await fetch(new URL(pathname, url), {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      });
      await response.arrayBuffer();
      return response;
    },
    /** Moves the clock and runs everything due. */
    advance: async (advanceMs: number): Promise<number> =>
      succeeded(await visitor.post('/dev/clock', { advanceMs }), 'the clock').now,
    /** Day by day, so that business-day jobs run at any time of the year; Easter needs six days. */
    passDays: async (days: number): Promise<void> => {
      for (let day = 0; day < days; day++)
        succeeded(await visitor.post('/dev/clock', { advanceMs: 86_400_000 }), 'the clock');
    },
    /** Completes everything under way. */
    settle: () => marketplace.fireDue(),
    close: async () => {
      await marketplace.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type TestMarketplace = Awaited<ReturnType<typeof startMarketplace>>;

/** Call it at the top of a suite for its own marketplace. Use the result inside tests and hooks only. */
export const useMarketplace = (overrides: Overrides = {}): (() => TestMarketplace) => {
  let market: TestMarketplace | undefined;
  beforeAll(async () => {
    market = await startMarketplace(overrides);
  });
  afterAll(() => market?.close());
  return () => {
    if (!market) throw new Error('the marketplace is there from beforeAll on');
    return market;
  };
};
