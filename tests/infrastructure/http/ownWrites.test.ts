import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { access } from '#domain/access/access.ts';
import { endpoint } from '#infrastructure/http/endpoint.ts';
import { endpointRoutes } from '#infrastructure/http/routes.ts';
import { barePlatform } from './barePlatform.ts';

const WRITTEN = '00000000000000000042';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A call with this position while the read models never reach it: the requested waits in ms, and the answer. */
const called = async (method: 'get' | 'post', position: string) => {
  const waits: [string, number][] = [];
  const routes = endpointRoutes(
    [
      endpoint({
        method,
        path: 'here',
        summary: 'Says that it is here',
        operationId: 'sayHere',
        tag: 'Listings',
        may: access.listing.see.offered,
        response: z.object({ here: z.literal(true) }),
        handle: async () => ({ body: { here: true as const } }),
      }),
    ],
    barePlatform({
      waitFor: async (asked, timeoutMs) => {
        waits.push([asked, timeoutMs]);
        return false;
      },
    }),
  );
  const server = express().use('/api', routes).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/here`, { method, headers: { 'x-min-position': position } });
  return { waits, status: answer.status, body: await answer.json() };
};

test('answers a query after two seconds even if its position never arrives', async () => {
  expect(await called('get', WRITTEN)).toEqual({ waits: [[WRITTEN, 2_000]], status: 200, body: { here: true } });
});

test('does not delay a command or a query with an invalid position', async () => {
  expect((await called('get', '42')).waits).toEqual([]);
  expect((await called('post', WRITTEN)).waits).toEqual([]);
});
