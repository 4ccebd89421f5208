import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { CommandContext } from '#application/command.ts';
import type { Position } from '#application/ports/eventStore.ts';
import { openRepository } from '#application/repository.ts';
import { NEW_COLLEAGUE } from '#domain/accounts/grantPolicy.ts';
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

/** Hashing that takes no time: tests are not guarding anybody's password. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** The suites of one process share what decodes pictures: it starts with the first, and ends with the process. It gives way to all of a busy machine. */
const pictures = openPictures({ log: silentLog(), processes: 1, timeLimit: 150_000 });

/** Each session that the server begins costs as much as some fifty statements; fewer than in production are no easier to live with. */
const FEW = { poolSize: 6, jobsPoolSize: 4 };

export type Member = Client & { id: string; username: string; email: string; password: string };

export type SentMail = { to: string; subject: string; text: string; html: string; date: string; replyTo?: string };

/** What is not there at once takes a while: every question costs both who asks and who is to get on with it. */
const PAUSE = { first: 20, longest: 100, growth: 1.5 };

/** Asks again until there is an answer; the last failure is thrown after `timeoutMs`. */
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
/** A small JPEG that passes every check. */
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

/** From where these clients call. */
const ARRIVAL = { userAgent: 'node', browser: undefined, network: '127.0.0.1' };

/** As of a call. */
const contextOf = (actor: Actor): CommandContext => {
  const correlationId = newId();
  return { commandId: newId(), correlationId, causationId: correlationId, actor };
};

const accepted = <Value>(result: Result<Value, { code: string }>, what: string): Value => {
  if (result.ok) return result.value;
  throw new Error(`${what} was refused: ${result.error.code}`);
};

type Overrides = Partial<Config> & Pick<MarketplaceOptions, 'patience' | 'lookAtDisk' | 'closingOf' | 'webFolder'>;

/** The whole application in this process, on a database of its own, with everything that it has in embedded mode. */
export const startMarketplace = async (
  { patience = PATIENCE, lookAtDisk, closingOf, webFolder, ...settings }: Overrides = {},
  logTo?: DestinationStream,
  /** Where emails arrive when they do not stay in the outbox. */
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
    ...(lookAtDisk && { lookAtDisk }),
    // whoever watches what is closed has all of it
    ...(closingOf ? { closingOf } : { pictures }),
  });
  const url = marketplace.localUrl;
  const client = (): Client => asReader(openClient(url), marketplace.repository.sales);
  const visitor = client();

  const emails = async (to?: string): Promise<SentMail[]> => {
    if (readMails) return readMails().filter((mail) => to === undefined || mail.to === to);
    return marketplace.emails({ to });
  };
  /** The newest mail to an address that `matches`, waited for. */
  const mail = (to: string, matches: RegExp): Promise<SentMail> =>
    eventually(async () => (await emails(to)).find(({ subject, text }) => matches.test(subject) || matches.test(text)));
  const tokenFrom = async (to: string, page: string): Promise<string> => {
    const link = new RegExp(`${page}\\?token=([A-Za-z0-9_%.-]+)`);
    return link.exec((await mail(to, link)).text)![1]!;
  };

  /** As after a right code: who holds a role acts in it only then. */
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
  /** As `signIn`, by what the call does. */
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

  /** As a browser does on our page; `registrant`: the cookie by which it is known when it follows the link. */
  const registerOnPage = async (username: string) => {
    const browser = client();
    const sent = registration(username);
    const reply = await browser.post('auth/register', sent, { headers: { 'sec-fetch-site': 'same-origin' } });
    succeeded(reply, 'registration');
    const [given = ''] = reply.headers.getSetCookie();
    return { client: browser, email: sent.email, given, registrant: given.split(';')[0]! };
  };

  /**
   * Registered, verified through the mailed link, signed in: by what the calls do, in this process. Names need three letters.
   * Who asks for anything finds it in the read models.
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

  /** A member who has taken the seller terms and has a verified bank account. */
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

  /** The same over HTTP, for suites that count calls or read what is logged of them. */
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

  /** So long ago that it decides about money by now; `by`: who proposed and who confirmed it, else the command line. */
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
    /** The form of a listing with one photo, as the web sends it. */
    listingForm: async (fields: Partial<typeof LISTING> = {}, photos = 1): Promise<FormData> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...LISTING, ...fields })) form.set(name, value);
      for (let index = 0; index < photos; index++)
        form.append('images', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), `photo-${index}.jpg`);
      return form;
    },
    /** Answers what POST /listings did. */
    async publish(account: Client, fields: Partial<typeof LISTING> = {}, photos = 1) {
      const form = await this.listingForm(fields, photos);
      return succeeded(await account.call('POST', 'listings', { form }), 'publishing');
    },
    /** Chooses on the provider's page, as the payer does. */
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
    /** Moves the clock, and everything happens that came due. */
    advance: async (advanceMs: number): Promise<number> =>
      succeeded(await visitor.post('/dev/clock', { advanceMs }), 'the clock').now,
    /** Day by day, so that a run which belongs to business days finds one on any day of the year: Easter takes the most, six. */
    passDays: async (days: number): Promise<void> => {
      for (let day = 0; day < days; day++)
        succeeded(await visitor.post('/dev/clock', { advanceMs: 86_400_000 }), 'the clock');
    },
    /** Lets everything that is under way come to its end. */
    settle: () => marketplace.fireDue(),
    close: async () => {
      await marketplace.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type TestMarketplace = Awaited<ReturnType<typeof startMarketplace>>;

/** Call it at the top of a suite: the suite gets a marketplace of its own. Use it inside tests and hooks only. */
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
