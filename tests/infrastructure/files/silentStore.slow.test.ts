import { once } from 'node:events';
import { createServer as createStore, type RequestListener, type Server as Store } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { FilesUnavailable } from '#application/ports/files.ts';
import { fileRoutes } from '#infrastructure/files/fileRoutes.ts';
import { openS3Files } from '#infrastructure/files/s3Files.ts';
import { errorHandler } from '#infrastructure/http/errors.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const KEY = 'listings/abc/cover.webp';
const MEGABYTE = 1024 * 1024;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const open = async (server: Server | Store, answersWithin?: number) => {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = openS3Files(
    { bucket: 'reliquary', region: 'eu-north-1', endpoint },
    { credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, ...(answersWithin && { answersWithin }) },
  );
  closing.push(() => {
    files.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { files, sockets };
};
const openStore = (answer: RequestListener, answersWithin?: number) => open(createStore(answer), answersWithin);

test('treats a silent store as unavailable without a retry', async () => {
  const { files, sockets } = await open(createServer((socket) => void socket.resume()));
  const asked = [
    files.put(KEY, Buffer.from('pixels'), 'image/webp'),
    files.put(KEY, Buffer.alloc(8 * MEGABYTE), 'image/webp'),
    files.put(KEY, Readable.from([Buffer.alloc(8 * MEGABYTE)]), 'image/webp'),
    files.get(KEY),
    files.remove(KEY),
  ];
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(FilesUnavailable) });
  expect(sockets).toHaveLength(asked.length);
});

test('asks users to try again, as for an unreachable store', async () => {
  const { files } = await open(
    createServer((socket) => void socket.resume()),
    200,
  );
  const opening = { isRemoved: async () => false, isSigned: () => false };
  const app = express()
    .use(fileRoutes(files, opening))
    .use(errorHandler({ rejections: {}, supportEmail: '' }, silentLog()));
  const server = app.listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/files/${KEY}`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toEqual({
    message: 'The marketplace is unavailable at the moment. Please try again.',
    code: 'unavailable',
  });
});

test('treats a store that breaks off in a file as unavailable', async () => {
  const { files } = await openStore((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
  }, 200);
  const file = await files.get(KEY);
  await expect(buffer(file!.content)).rejects.toBeInstanceOf(FilesUnavailable);
});

test.each([
  ['a connection that said nothing for too long', 408, ''],
  ['one that S3 waited for', 400, '<Error><Code>RequestTimeout</Code><Message>idle</Message></Error>'],
  ['too many requests', 429, ''],
])('does not blame the settings for %s', async (_what, status, body) => {
  const { files } = await openStore((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  await expect(files.put(KEY, Buffer.from('pixels'), 'image/webp')).rejects.toBeInstanceOf(FilesUnavailable);
});

test('retries after a closed connection', async () => {
  let asked = 0;
  const { files } = await openStore((request, response) => {
    asked++;
    if (asked === 1) return void request.socket.destroy();
    request.resume();
    response.writeHead(200, { etag: '"tag"' }).end();
  });
  await files.put(KEY, Buffer.from('pixels'), 'image/webp');
  expect(asked).toBe(2);
});

test('does not retry a late failure', async () => {
  let asked = 0;
  const { files } = await openStore(async (request, response) => {
    asked++;
    request.resume();
    for (let part = 0; part < 5; part++) {
      response.writeProcessing();
      await delay(60);
    }
    response.writeHead(500).end();
  }, 200);
  await expect(files.put(KEY, Buffer.from('pixels'), 'image/webp')).rejects.toBeInstanceOf(FilesUnavailable);
  expect(asked).toBe(1);
});

test('lets an upload take longer than the store may be silent', async () => {
  let received = 0;
  const { files } = await openStore(async (request, response) => {
    for await (const chunk of request) {
      received += chunk.length;
      await delay(chunk.length / 8_000);
    }
    response.writeHead(200, { etag: '"tag"' }).end();
  }, 3_000);
  const began = performance.now();
  await files.put(KEY, Buffer.alloc(32 * MEGABYTE), 'image/webp');
  expect(received).toBe(32 * MEGABYTE);
  expect(performance.now() - began).toBeGreaterThan(3_000);
});

test('serves slow readers completely', async () => {
  const { files } = await openStore((_request, response) => {
    response.writeHead(200, { 'content-length': String(16 * MEGABYTE) });
    response.end(Buffer.alloc(16 * MEGABYTE));
  }, 200);
  const { content } = (await files.get(KEY))!;
  content.once('readable', () => undefined); // starts reading, then waits
  await delay(600);
  expect(await buffer(content)).toHaveLength(16 * MEGABYTE);
});

test('does not follow a redirect by the store', async () => {
  let asked = 0;
  const other = createStore((_, response) => {
    asked += 1;
    response.end('of somebody else');
  });
  await open(other);
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/reliquary/${KEY}`;
  const { files } = await openStore((request, response) => {
    request.resume();
    response.writeHead(307, { Location: elsewhere }).end();
  });
  await expect(files.get(KEY)).rejects.toThrow();
  await expect(files.put(KEY, Buffer.from('pixels'), 'image/webp')).rejects.toThrow();
  expect(asked).toBe(0);
});
