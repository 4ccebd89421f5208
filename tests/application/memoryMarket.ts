import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { accountCommands } from '#application/accounts/accounts.ts';
import type { Sessions } from '#application/accounts/sessions.ts';
import type {
  Countries,
  Credentials,
  Devices,
  Guesses,
  Passkeys,
  SecondFactors,
  TokenPurpose,
} from '#application/accounts/storage.ts';
import { type SecurityCounts, securityLog } from '#application/audit/securityLog.ts';
import { conversationCommands } from '#application/conversations/conversations.ts';
import type { UnusedUpload, UnusedUploads } from '#application/files/unusedUploads.ts';
import { listingCommands } from '#application/listings/listings.ts';
import { accountWarnings, linkEmails } from '#application/notifications/emails/emailJob.ts';
import type { Reads } from '#application/ports/eventCodec.ts';
import type { Files } from '#application/ports/files.ts';
import type { ProcessImage } from '#application/ports/pictures.ts';
import type { CommandContext } from '#application/streams/command.ts';
import { type Journal, openJournal } from '#application/streams/journal.ts';
import { openRepository } from '#application/streams/repository.ts';
import { transactionCommands } from '#application/transactions/transactions.ts';
import { eventDefinitions } from '#domain/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { ok } from '#domain/shared/decider.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { newestVersions } from '#infrastructure/crypto/versions.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { memoryBankPhotos } from '#tests/support/bankPhotos.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { fakePayments } from './policies/fakePayments.ts';
import { memoryKeys } from './policies/memoryPorts.ts';
import { memoryReconciliation } from './policies/memoryReconciliation.ts';

/** Simulates a crash of the process. */
export class Killed extends Error {}

type Issued = { account: string; purpose: TokenPurpose; expiresAt: number; about: string | undefined; used: boolean };

const memoryCredentials = () => {
  const passwords = new Map<string, string>();
  const tokens = new Map<string, Issued>();
  const good = (token: string, purpose: TokenPurpose) => {
    const issued = tokens.get(token);
    return issued?.purpose === purpose ? issued : undefined;
  };
  const endTokens = async (account: string, purpose: TokenPurpose) => {
    for (const [token, issued] of tokens)
      if (issued.account === account && issued.purpose === purpose && !issued.used) tokens.delete(token);
  };
  const credentials: Omit<Credentials, 'erase'> = {
    endTokens,
    issueToken: async (account, purpose, expiresAt, about) => {
      await endTokens(account, purpose);
      const token = newId();
      tokens.set(token, { account, purpose, expiresAt, about, used: false });
      return token;
    },
    findToken: async (token, purpose, now) => {
      const issued = good(token, purpose);
      if (!issued) return undefined;
      const { account, about, used, expiresAt } = issued;
      return { account, state: used ? 'used' : expiresAt <= now ? 'expired' : 'good', ...(about && { about }) };
    },
    redeemToken: async (token, purpose, now) => {
      const issued = good(token, purpose);
      if (!issued || issued.used || issued.expiresAt <= now) return false;
      issued.used = true;
      return true;
    },
    lockPassword: async (account) => void passwords.set(account, newId()),
    setPassword: async (account, password) => void passwords.set(account, password),
    checkPassword: async (account, password) => account !== undefined && passwords.get(account) === password,
    passwordVersion: async (account) => passwords.get(account ?? ''),
  };
  return { ...credentials, passwords };
};

/** A person at a browser. */
export const ARRIVAL = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  browser: undefined,
  network: '192.0.2.1',
};

/** A table with a single network. */
export const GERMAN_NETWORK = '85.214.1.2';
const COUNTRIES: Countries = { of: async (network) => (network === GERMAN_NETWORK ? 'DE' : null) };

/** Stored files by key, and the photos that may be unused. */
const memoryPhotos = () => {
  const stored = new Map<string, Buffer | Readable>();
  const loose = new Map<string, UnusedUpload>();
  const files: Pick<Files, 'put' | 'remove'> = {
    put: async (key, content) => void stored.set(key, content),
    remove: async (key) => void stored.delete(key),
  };
  const loosePhotos: UnusedUploads = {
    add: async (photos) => photos.forEach((photo) => void loose.set(photo.s3Key, photo)),
    due: async (before, limit) => [...loose.values()].filter(({ since }) => since < before).slice(0, limit),
    forget: async (keys) => keys.forEach((key) => void loose.delete(key)),
  };
  return { stored, loose, files, loosePhotos };
};

const asItCame: ProcessImage = async (content) =>
  ok({
    original: content,
    thumbnail: content,
    contentType: 'image/webp',
    extension: 'webp',
    width: 1,
    height: 1,
    takenAt: null,
  });

const NO_FACTORS = {
  has: async () => false,
  remove: async () => undefined,
  forgetCodes: async () => undefined,
} as Partial<SecondFactors> as SecondFactors;
const NO_PASSKEYS = {} as Partial<Passkeys> as Passkeys;

const memoryGuesses = (): Guesses => {
  const failures = new Map<string, number>();
  return {
    wrong: async (account = '') => {
      failures.set(account, (failures.get(account) ?? 0) + 1);
      return failures.get(account) ?? 0;
    },
    right: async (account) => void failures.delete(account),
  };
};

const memoryCounts = (): SecurityCounts => {
  const counted = new Map<string, number>();
  return {
    next: async (kind, day) => {
      const times = (counted.get(`${day} ${kind}`) ?? 0) + 1;
      counted.set(`${day} ${kind}`, times);
      return times;
    },
  };
};

/** Stands in for a keyed hash. */
const unkeyed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const memoryDevices = (): Devices => {
  const known = new Map<string, Set<string>>();
  return {
    look: async (account, device) => {
      const devices = known.get(account);
      if (!devices) return 'first';
      return devices.has(device) ? 'known' : 'new';
    },
    forget: async (account) => void known.set(account, new Set()),
    remember: async (account, device) => void known.set(account, new Set([...(known.get(account) ?? []), device])),
  };
};

/** `beforeOpening`: something that happens once, between checking a password and opening its session. */
const memorySessions = () => {
  const live = new Map<string, string>();
  let meanwhile: (() => Promise<unknown>) | undefined;
  const sessions: Pick<Sessions, 'open' | 'verify' | 'end' | 'endAll'> = {
    open: async (account) => {
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      const sessionId = newId();
      live.set(sessionId, account);
      return sessionId;
    },
    verify: async (token) => {
      const id = live.get(token);
      return id === undefined ? undefined : { id, roles: [], withheld: [], sessionId: token, provenAt: 0 };
    },
    end: async (sessionId) => live.delete(sessionId),
    endAll: async (account, except) => {
      for (const [sessionId, owner] of live) if (owner === account && sessionId !== except) live.delete(sessionId);
    },
  };
  return {
    sessions,
    live,
    beforeOpening: (work: () => Promise<unknown>) => {
      meanwhile = work;
    },
  };
};

/**
 * The application services in memory. `killBefore` simulates a crash before the next append to streams of a
 * category.
 */
const OWN_READS = newestVersions(eventDefinitions);

/** `beside`: event versions that another running release reads. */
export const memoryMarket = ({ beside = {} }: { beside?: Reads } = {}) => {
  const clock = manualClock();
  const store = openMemoryEventStore();
  const readStreams: string[] = [];
  const { readStream } = store;
  store.readStream = (stream, options) => {
    readStreams.push(stream);
    return readStream(stream, options);
  };
  const whole = openJournal(
    store,
    createEventCodec({ keys: memoryKeys(), readByAll: async () => ({ ...OWN_READS, ...beside }) }),
  );
  let deadly: string | undefined;
  const journal: Journal = {
    ...whole,
    append: async (stream, ...rest) => {
      if (deadly && stream.startsWith(`${deadly}-`)) {
        deadly = undefined;
        throw new Killed(stream);
      }
      return whole.append(stream, ...rest);
    },
  };
  const jobs = openMemoryJobs(clock);
  const credentials = memoryCredentials();
  const payments = fakePayments();
  const { sessions, live, beforeOpening } = memorySessions();
  const repository = openRepository({ journal, clock });
  const shared = { repository, clock, newId };
  const photos = memoryPhotos();
  const security = securityLog({
    ...shared,
    counts: memoryCounts(),
    hashName: unkeyed,
    digest: async (month, text) => unkeyed(`${month} ${text}`),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (_, message) => {
        throw new Error(message);
      },
    },
  });
  const context = (actor: Actor, commandId = newId()): CommandContext => ({
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor,
  });

  return {
    clock,
    store,
    journal,
    repository,
    jobs,
    credentials,
    payments,
    context,
    sessions,
    security,
    liveSessions: live,
    beforeOpening,
    accounts: accountCommands({
      ...shared,
      links: linkEmails(jobs),
      devices: memoryDevices(),
      countries: COUNTRIES,
      factors: NO_FACTORS,
      passkeys: NO_PASSKEYS,
      guesses: memoryGuesses(),
      warnings: accountWarnings(jobs),
      security,
      credentials: credentials as unknown as Credentials,
      sessions: sessions as Sessions,
      activity: { seen: async () => undefined },
      hashName: (name) => Buffer.from(name).toString('hex'),
    }),
    photos,
    listings: listingCommands({ ...shared, ...photos, processImage: asItCame }),
    sales: transactionCommands({
      ...shared,
      payments,
      patience: 50,
      evidence: { find: async () => [], keep: async () => undefined },
      reconciliation: memoryReconciliation(),
      bankPhotos: memoryBankPhotos(repository),
      publicUrl: 'https://market.example',
    }),
    conversations: conversationCommands({
      ...shared,
      ...photos,
      processImage: asItCame,
      shareTransaction: async () => false,
      openings: { take: async (_, __, { at }) => ({ taken: true, oldest: at }) },
      completedTransactions: async () => 0,
      publicUrl: 'https://market.example',
    }),
    /** The streams that a piece of work reads, one entry per read. */
    readsOf: async (work: () => Promise<unknown>): Promise<string[]> => {
      readStreams.length = 0;
      await work();
      return readStreams.map((stream) => stream.slice(0, stream.indexOf('-'))).sort();
    },
    killBefore: (category: string) => {
      deadly = category;
    },
    typesOf: async (stream: string) => (await journal.load(stream)).events.map(({ type }) => type),
    streams: async (category: string) => [
      ...new Set(
        (await store.readAll({ limit: 10_000 }))
          .map(({ stream }) => stream)
          .filter((name) => name.startsWith(`${category}-`)),
      ),
    ],
  };
};

export type MemoryMarket = ReturnType<typeof memoryMarket>;
