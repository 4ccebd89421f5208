import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectTo, createServer as createProxy, type Socket } from 'node:net';
import type { RequestHandler } from 'express';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { errorHandler } from '#infrastructure/http/errors.ts';
import { failSilentReads } from '#infrastructure/http/silentDatabase.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { failures, isDatabaseUnavailable } from '#infrastructure/postgres/failures.ts';
import { startMarketplace } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const SAID = { message: 'The marketplace is unavailable at the moment. Please try again.', code: 'unavailable' };

const silent = () => new Promise<void>(() => undefined);
/** A server that holds every answer until `finish` is called. */
const waiting = async (ask: () => Promise<void>, before: RequestHandler = (_request, _response, next) => next()) => {
  const log = silentLog();
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const app = express().use(failSilentReads({ ask, patience: 20, within: 20 }), before);
  app.use(async (_request, response) => {
    await held;
    response.json({ answered: true });
  });
  app.use(errorHandler({ rejections: {}, supportEmail: '' }, log));
  const server: Server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, log, finish };
};

test('answers 503 to reads from a silent database, and ignores its late answer', async () => {
  const { url, log, finish } = await waiting(silent);
  const told = await fetch(url);
  expect([told.status, told.headers.get('retry-after'), await told.json()]).toEqual([503, '2', SAID]);
  finish();
  expect((await fetch(url)).status).toBe(200);
  expect(log.lines).toEqual([]);
});

test.each<[string, RequestInit, RequestHandler | undefined, (() => Promise<void>) | undefined]>([
  ['waits for a slow answer if the database is alive', {}, undefined, async () => undefined],
  ['treats a failing database as alive', {}, undefined, () => Promise.reject(new Error('No space left on device'))],
  ['waits for a change, because it may have happened', { method: 'POST' }, undefined, undefined],
  [
    'waits for a link that changes something when opened',
    {},
    (_request, response, next) => {
      response.locals.changes = true;
      next();
    },
    undefined,
  ],
])('%s', async (_what, how, before, answers) => {
  let looks = 0;
  let enough: () => void = () => undefined;
  const three = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const { url, finish } = await waiting(async () => {
    if (++looks === 3) enough();
    await (answers ?? silent)();
  }, before);
  const answer = fetch(url, how);
  if (answers) await three;
  else
    await expect(Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).resolves.toBe(
      'waits',
    );
  finish();
  expect(await (await answer).json()).toEqual({ answered: true });
});

/** A proxy to a database that can swallow all data. */
const wayTo = async (database: string) => {
  const { hostname, port } = new URL(database);
  let swallows = false;
  const sockets = new Set<Socket>();
  const proxy = createProxy((near) => {
    const far = connectTo(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => void (swallows || other.write(chunk)));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(database);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: (all: boolean) => {
      swallows = all;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => proxy.close(),
  };
};

test('a marketplace with a frozen database says so within seconds and recovers with it', async () => {
  const database = await createDatabase('opened');
  closing.push(database.drop);
  const way = await wayTo(database.url);
  closing.push(way.close, way.cut);
  const market = await startMarketplace({ databaseUrl: way.url });
  closing.push(market.close);
  const read = () => market.client().get('listings');
  expect((await read()).status).toBe(200);

  way.swallow(true);
  const since = performance.now();
  expect(await Promise.all([read(), read()])).toMatchObject([
    { status: 503, body: SAID },
    { status: 503, body: SAID },
  ]);
  expect(performance.now() - since).toBeLessThan(15_000);

  way.swallow(false);
  way.cut();
  expect((await read()).status).toBe(200);
});

test('gives up connecting to a silent server, as to an unreachable one', async () => {
  const proxy = createProxy(() => undefined);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const db = connect(`postgresql://one@127.0.0.1:${(proxy.address() as AddressInfo).port}/one`);
  closing.push(
    () => proxy.close(),
    () => db.destroy(),
  );
  const since = performance.now();
  const failure = await db.raw('SELECT 1').catch((error: unknown) => error);
  expect(performance.now() - since).toBeLessThan(20_000);
  expect([isDatabaseUnavailable(failure), failures.isTransient(failure)]).toEqual([true, true]);
});
