import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWebhookIntake, webhookHandlers } from '#infrastructure/payments/receiveWebhook.ts';
import { openSimulatedProvider, type SimulatedProvider } from '#infrastructure/payments/simulated/provider.ts';
import { openProviderEvents } from '#infrastructure/policies/providerEvents.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { type MemoryJobs, openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const clock = manualClock();
let jobs: MemoryJobs;
let provider: SimulatedProvider;
let server: Server;
let url = '';
let queueIsAway = false;
const log = silentLog();

beforeAll(async () => {
  const { knex: db } = database;
  provider = openSimulatedProvider({ db, clock, webhookUrl: () => url, publicUrl: () => url, secret: 'secret', newId });
  const receive = openWebhookIntake({
    payments: provider.payments,
    providerEvents: openProviderEvents(db),
    jobs: { add: async (wanted) => (queueIsAway ? Promise.reject(new Error('away')) : jobs.add(wanted)) },
    clock,
    log,
  });
  server = createServer(express().post('/hook', ...webhookHandlers(receive)));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(() => void server.close());
beforeEach(async () => {
  jobs = openMemoryJobs(clock);
  queueIsAway = false;
  await database.knex('provider_events').delete();
});

const message = (id = `evt_${newId()}`) =>
  Buffer.from(
    JSON.stringify({
      id,
      type: 'checkout.failed',
      createdAt: clock.now(),
      data: { transactionId: 'tx', reference: 'cs' },
    }),
  );
const send = async (body: Buffer, headers: Record<string, string> = provider.controls.signed(body)) => {
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers });
  return { status: response.status, body: await response.json() };
};
const stored = async (): Promise<string[]> =>
  (await database.knex('provider_events').select('event_id')).map((row) => row.event_id);

test('stores a valid webhook by event id and answers at once [L-037]', async () => {
  expect(await send(message('evt_good'))).toEqual({ status: 200, body: { received: true } });
  expect(await stored()).toEqual(['evt_good']);
  expect(jobs.known('providerFacts').map(({ data }) => data)).toEqual([{ eventId: 'evt_good' }]);
});

test('stores a duplicate once and answers alike [L-038]', async () => {
  const body = message('evt_twice');
  expect((await send(body)).status).toBe(200);
  expect((await send(body)).status).toBe(200);
  expect(await stored()).toEqual(['evt_twice']);
});

test.each([-1, -4_675, 10.5, 0])('accepts an amount of %d cents without asking for a resend', async (amount) => {
  const data = { transactionId: 'tx', reference: 'pay', amount };
  const body = Buffer.from(JSON.stringify({ id: 'evt_odd', type: 'checkout.paid', createdAt: clock.now(), data }));
  expect(await send(body)).toEqual({ status: 200, body: { received: true } });
  expect(await openProviderEvents(database.knex).find('evt_odd')).toMatchObject({ captured: amount });
});

test.each([
  ['no signature', {}],
  ['nonsense for a signature', { 'x-provider-signature': 'yes' }],
  ['a forged one', { 'x-provider-signature': `t=${Date.UTC(2026, 2, 2, 12)},v1=${'0'.repeat(64)}` }],
] as const)('answers 400 to one with %s and stores nothing [L-037]', async (_name, headers) => {
  expect(await send(message(), headers as Record<string, string>)).toMatchObject({
    status: 400,
    body: { code: 'invalidSignature' },
  });
  expect(await stored()).toEqual([]);
  expect(jobs.known('providerFacts')).toEqual([]);
});

test('answers 400 to a replayed one', async () => {
  const body = message();
  const headers = provider.controls.signed(body);
  clock.advance(5 * 60_000 + 1);
  expect((await send(body, headers)).status).toBe(400);
});

test('answers 400 to a parsed and re-serialized body', async () => {
  const body = message();
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2));
  expect((await send(rewritten, provider.controls.signed(body))).status).toBe(400);
});

test('raises one alarm when signatures become invalid, and another only after a valid one', async () => {
  const alarms = () => log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  const forge = async (times: number) => {
    for (let time = 0; time < times; time++) expect((await send(message(), {})).status).toBe(400);
  };
  const ALARM = 'webhooks are refused: no signature matches our secret';
  await send(message());
  await forge(9);
  await send(message());
  await forge(9);
  expect(alarms()).toEqual([]);
  await forge(20);
  expect(alarms()).toEqual([ALARM]);
  await send(message());
  await forge(10);
  expect(alarms()).toEqual([ALARM, ALARM]);
});

test('stores it without a job queue and leaves it to the sweep', async () => {
  queueIsAway = true;
  expect((await send(message('evt_queue'))).status).toBe(200);
  expect((await openProviderEvents(database.knex).unhandled(10)).map(({ eventId }) => eventId)).toEqual(['evt_queue']);
});
