import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { type MailServer, readable, startMailServer } from '#tests/support/mailServer.ts';
import { startRedis } from '#tests/support/redis.ts';
import { BUCKET, CREDENTIALS, startS3 } from '#tests/support/s3Server.ts';
import { SECRET_KEY, type StripePeer, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';
import { type Event, eventsIn } from './books.ts';
import { type Line, openProxy } from './proxy.ts';
import type { Server } from './server.ts';

type Prepared = {
  variables?: Record<string, string>;
  /** Parent of its data folder. */
  folder?: string;
  /** The stored events, if they are not in its database. */
  stored?: () => Event[];
  /** The mail server, if e-mails leave the outbox. */
  mail?: MailServer;
  /** The payment peer, if payments are not simulated. */
  stripe?: StripePeer;
  strike: (server: Server) => Promise<void>;
  close?: () => Promise<void> | void;
};

/** The environment of the marketplace, and what happens to it. */
export type Fault = { says: string; prepare: () => Promise<Prepared> };

const LASTS = 4_000;

const ofProcess = (says: string, strike: (server: Server) => Promise<void>): Fault => ({
  says,
  prepare: async () => ({ strike }),
});

const restart = async (server: Server): Promise<void> => {
  await server.kill();
  server.start();
};

/** An outside service. `at`: settings that point the marketplace to a port. */
type Outside = {
  port: number;
  at: (port: number) => Omit<Prepared, 'strike' | 'close'>;
  end: () => Promise<void> | void;
};

const LINES: readonly (readonly [name: string, line: Line, says: string])[] = [
  ['Away', 'away', 'is away'],
  ['Slow', 'slow', 'is slow'],
  ['HalfOpen', 'halfOpen', 'takes what is sent, and answers nothing,'],
];

/** Network faults between the marketplace and an outside service. */
const onTheLineTo = (says: string, name: string, begin: () => Promise<Outside>): Record<string, Fault> => {
  const fault = (line: Line): Fault['prepare'] => {
    return async () => {
      const { port, at, end } = await begin();
      const proxy = await openProxy(port);
      return {
        ...at(proxy.port),
        strike: async () => {
          proxy.turn(line);
          await delay(LASTS);
          proxy.turn('open');
        },
        close: async () => {
          proxy.close();
          await end();
        },
      };
    };
  };
  return Object.fromEntries(
    LINES.map(([how, line, what]) => [name + how, { says: `${says} ${what} for 4 s`, prepare: fault(line) }]),
  );
};

const smtp = async (): Promise<Outside> => {
  const mail = await startMailServer();
  const url = new URL(mail.url);
  return {
    port: Number(url.port),
    at: (port) => {
      url.port = String(port);
      return { variables: { SMTP_URL: url.href }, mail };
    },
    end: () => mail.close(),
  };
};

const s3 = async (): Promise<Outside> => {
  const store = await startS3();
  return {
    port: Number(new URL(store.endpoint).port),
    at: (port) => ({
      variables: {
        S3_BUCKET: BUCKET,
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      },
    }),
    end: () => store.close(),
  };
};

const provider = async (): Promise<Outside> => {
  const stripe = await startStripePeer();
  return {
    port: Number(new URL(stripe.apiBase).port),
    at: (port) => ({
      variables: {
        STRIPE_SECRET_KEY: SECRET_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.join(','),
        STRIPE_API_BASE: `http://127.0.0.1:${port}`,
      },
      stripe,
    }),
    end: () => stripe.close(),
  };
};

const eventStoreDb = async (): Promise<Outside> => {
  const peer = await startEventStoreDbPeer();
  return {
    port: peer.port(),
    at: (port) => ({
      variables: { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` },
      stored: () => eventsIn(peer.log.all),
    }),
    end: () => peer.down(),
  };
};

const DISK = '700m';

/** A small disk in memory, which only root can create. */
const fullDisk: Fault = {
  says: `a disk of ${DISK} is full for 25 s`,
  prepare: async () => {
    if (process.getuid?.() !== 0) throw new Error('not tried: only root makes a disk of its own');
    const folder = mkdtempSync(join(tmpdir(), 'reliquary-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder]);
    chmodSync(folder, 0o755);
    const filler = join(folder, 'filler');
    return {
      folder,
      strike: async () => {
        const { bavail, bsize } = statfsSync(folder);
        execFileSync('fallocate', ['-l', String(bavail * bsize - 4 * 1024 * 1024), filler]);
        await delay(25_000);
        rmSync(filler);
      },
      close: () => {
        execFileSync('umount', [folder]);
        rmdirSync(folder);
      },
    };
  },
};

const ofRedis = (says: string, strike: (redis: Awaited<ReturnType<typeof startRedis>>) => Promise<void>): Fault => ({
  says,
  prepare: async () => {
    const redis = await startRedis();
    return { variables: { REDIS_URL: redis.url }, strike: () => strike(redis), close: () => redis.stop() };
  },
});

export const FAULTS: Readonly<Record<string, Fault>> = {
  process: ofProcess('kill -9 of the process, started again', restart),
  postgres: ofProcess('kill -9 of PostgreSQL', async (server) => server.killPostgres()),
  both: ofProcess('kill -9 of both, started again', async (server) => {
    server.killPostgres();
    await restart(server);
  }),
  frozen: ofProcess('the process stands still for 4 s', async (server) => {
    server.freeze();
    await delay(LASTS);
    server.thaw();
  }),
  clock: ofProcess('the clock goes on by an hour', async ({ url }) => {
    const headers = { 'content-type': 'application/json' };
    const asked = { method: 'POST', headers, body: JSON.stringify({ advanceMs: 3_600_000 }) };
    await (await fetch(`${url}/dev/clock`, asked)).arrayBuffer();
  }),
  clockBack: ofProcess('the process’s clock goes back by an hour, and forth after 4 s', async (server) => {
    server.turnClock();
    await delay(LASTS);
    server.turnClock();
  }),
  diskFull: fullDisk,
  ...onTheLineTo('EventStoreDB (its peer)', 'eventStoreDb', eventStoreDb),
  redisStopped: ofRedis('Redis is away for 4 s and has forgotten all', async (redis) => {
    await redis.stop();
    await delay(LASTS);
    await redis.start();
  }),
  redisFlushed: ofRedis('Redis is emptied', (redis) => redis.empty()),
  redisFrozen: ofRedis('Redis stands still for 4 s', async (redis) => {
    redis.freeze();
    await delay(LASTS);
    redis.thaw();
  }),
  ...onTheLineTo('SMTP', 'smtp', smtp),
  ...onTheLineTo('S3', 's3', s3),
  ...onTheLineTo('The provider (Stripe’s peer)', 'provider', provider),
};

/** Newest first, as in the outbox. */
export const mailsOf = (mail: MailServer | undefined, url: string) => async () => {
  if (mail) return readable(mail.received);
  const answer = await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: { to: string; text: string }[] };
  return messages;
};
