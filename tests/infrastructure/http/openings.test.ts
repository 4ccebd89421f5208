import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EventStore, EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { NO_TRANSACTION } from '#domain/access/right.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { type Client, openClient } from '#infrastructure/demo/client.ts';
import { dataAccessEndpoints } from '#infrastructure/http/endpoints/audit/accessLog.ts';
import type { EndpointDeps } from '#infrastructure/http/endpoints/deps.ts';
import { errorHandler } from '#infrastructure/http/errors.ts';
import type { Queries } from '#infrastructure/http/queries.ts';
import { rejections } from '#infrastructure/http/rejections.ts';
import { type EndpointPlatform, endpointRoutes } from '#infrastructure/http/routes.ts';
import { openSignedPaths } from '#infrastructure/http/signedPaths.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { type MemoryMarket, memoryMarket } from '#tests/application/memoryMarket.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { barePlatform } from './barePlatform.ts';

const READER = newId();
const BUYER = newId();
const SELLER = newId();
const CLERK: Actor = { id: newId(), role: 'staff' };
const SAID = 'The planted photos show it';
const TRANSACTION = `transaction-${newId()}`;
const OF_BUYER = `disclosure-${BUYER}`;
const OF_SELLER = `disclosure-${SELLER}`;

const created: DomainEvent = {
  type: 'TransactionCreated',
  data: {
    at: 0,
    id: TRANSACTION.slice('transaction-'.length),
    transactionId: 'TX7K2M9QPD',
    listingId: newId(),
    buyerId: BUYER,
    sellerId: SELLER,
    item: { title: 'A painted dragon', images: [] },
    amount: 5_000,
    fee: 500,
    sellerCountry: 'Netherlands',
    windowEndsAt: 0,
    policyVersion: '1',
  },
};
const decided: DomainEvent = {
  type: 'DecisionProposed',
  data: { at: 0, decisionId: '1', toBuyer: 0, toSeller: 0, fee: 0, rationale: SAID, proposedBy: 'a', confirmBy: 0 },
};

let reader = READER;
const sessions: Partial<EndpointPlatform['sessions']> = {
  verify: async () => ({ id: reader, roles: ['auditor'], withheld: [], sessionId: 's', provenAt: 0 }),
};

const staff: Partial<Queries['staff']> = { quarantineOf: async () => undefined };
const transactions: Partial<Queries['transactions']> = {
  circumstancesOfSales: async () => ({ ...NO_TRANSACTION, reasons: [] }),
};
const queries: Partial<Queries> = {
  staff: staff as Queries['staff'],
  transactions: transactions as Queries['transactions'],
};
const signedPaths = openSignedPaths('secret');

let market: MemoryMarket;
let server: Server | undefined;
let client: Client;
let append: EventStore['append'];

beforeEach(async () => {
  market = memoryMarket();
  append = market.store.append;
  await market.journal.append(TRANSACTION, [created, decided], { revision: 'none', hash: null }, market.context(CLERK));
  const { clock, journal, repository, store } = market;
  const bundle: Partial<EndpointDeps['bundle']> = {
    open: async (events) => events.map(() => ({ openings: [], words: [] })),
  };
  const deps: Partial<EndpointDeps> = {
    clock,
    journal,
    repository,
    store,
    queries: queries as Queries,
    signedPaths,
    bundle: bundle as EndpointDeps['bundle'],
  };
  const app = express();
  app.use(
    '/api',
    endpointRoutes(
      dataAccessEndpoints(deps as EndpointDeps),
      barePlatform({ sessions: sessions as EndpointPlatform['sessions'], waitFor: async () => true }),
    ),
  );
  app.use(errorHandler({ rejections, supportEmail: '' }, silentLog()));
  const listening = app.listen(0);
  server = listening;
  client = openClient(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`);
  client.signInWith('token');
});
afterEach(() => void server?.close());

/** Replaces append for streams with this prefix. */
const onAppend = (streams: string, instead: EventStore['append']) => {
  market.store.append = (stream, ...rest) => (stream.startsWith(streams) ? instead : append)(stream, ...rest);
};
const refuses: EventStore['append'] = async () => {
  throw new EventStoreUnavailable('the disk is full');
};
const dies: EventStore['append'] = async (...asked) => {
  await append(...asked);
  throw new EventStoreUnavailable('the connection is gone');
};

const open = (commandId?: string) => {
  const subject = { stream: TRANSACTION, revision: 1 };
  const asked = { subject, fields: ['rationale'], purpose: 'audit', reason: 'A sample of this month’s sales' };
  return client.post('disclosures', asked, commandId === undefined ? {} : { commandId });
};
const UNAVAILABLE = {
  status: 503,
  body: { code: 'unavailable', message: 'The marketplace is unavailable at the moment. Please try again.' },
};

describe('opening personal data', () => {
  test('is logged for everyone concerned before the answer', async () => {
    const { status, body } = await open();
    expect([status, body.fields]).toEqual([200, { rationale: SAID }]);
    for (const stream of [OF_BUYER, OF_SELLER]) expect(await market.typesOf(stream)).toEqual(['PersonalDataOpened']);
  });

  test('is repeated on the same day to the same reader, without another entry', async () => {
    const again = () => client.get(`audit/streams/${TRANSACTION}/opened`);
    expect((await again()).body).toEqual({ opened: [] });
    const { body } = await open();
    expect((await again()).body.opened).toEqual([{ ...body, revision: 1, purpose: 'audit' }]);
    expect(await market.typesOf(OF_BUYER)).toEqual(['PersonalDataOpened']);
    reader = newId();
    expect((await again()).body).toEqual({ opened: [] });
    reader = READER;
    market.clock.advance(DAY);
    expect((await again()).body).toEqual({ opened: [] });
  });

  test('shows nothing if the log refuses it', async () => {
    onAppend('disclosure-', refuses);
    const answer = await open();
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(JSON.stringify(answer.body)).not.toContain(SAID);
    expect(await market.streams('disclosure')).toEqual([]);
  });

  test('shows nothing if the second of two log entries fails; the first stays', async () => {
    onAppend(OF_SELLER, refuses);
    const answer = await open();
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(JSON.stringify(answer.body)).not.toContain(SAID);
    expect(await market.streams('disclosure')).toEqual([OF_BUYER]);
  });

  test('shows nothing if the write fails unnoticed; the retry logs it only once', async () => {
    onAppend(OF_BUYER, dies);
    const commandId = newId();
    const answer = await open(commandId);
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(JSON.stringify(answer.body)).not.toContain(SAID);
    expect(await market.typesOf(OF_BUYER)).toEqual(['PersonalDataOpened']);
    market.store.append = append;
    expect((await open(commandId)).body.fields).toEqual({ rationale: SAID });
    for (const stream of [OF_BUYER, OF_SELLER]) expect(await market.typesOf(stream)).toEqual(['PersonalDataOpened']);
  });

  test('reveals nothing in the answer to a program fault', async () => {
    onAppend('disclosure-', async () => {
      throw new TypeError(`cannot read ${SAID}`);
    });
    const { status, body } = await open();
    expect([status, body.code, body.message]).toEqual([500, 'unexpected', 'Something went wrong']);
    expect(JSON.stringify(body)).not.toContain(SAID);
  });
});
