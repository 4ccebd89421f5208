import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { errorHandler } from '#infrastructure/http/errors.ts';
import { listen } from '#infrastructure/http/listen.ts';
import { openUploads } from '#infrastructure/http/uploads.ts';
import { eventually } from '#tests/support/marketplace.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const LIMITS = { maxFiles: 8, maxFileBytes: 5 * MEGABYTE };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server that reads uploads of the account in the header `account` and answers their size. */
const serve = async (options: Parameters<typeof openUploads>[0] = {}) => {
  const readUploads = openUploads(options);
  const app = express();
  const warned: unknown[] = [];
  const errors: unknown[] = [];
  const sockets = new Map<number | undefined, Socket>();
  app.post('/', async (request, response) => {
    sockets.set(request.socket.remotePort, request.socket);
    const files = await readUploads(request, response, String(request.headers.account), LIMITS);
    response.json({ bytes: files.reduce((sum, { content }) => sum + content.length, 0), text: request.body.text });
  });
  const log = { warn: (line: unknown) => warned.push(line), error: (line: unknown) => errors.push(line) };
  app.use(errorHandler({ rejections: {}, supportEmail: '' }, { info: () => undefined, ...log }));
  const listening = await listen(0, '127.0.0.1');
  await listening.serve(app, () => true);
  ends.push(() => listening.close(0));
  const { port } = listening;

  /** A socket that announces 40 MB and sends only this much of a photo. Resolves once the server has read or refused it. */
  const begin = async (account: string, bytes: number): Promise<Socket & { said: () => string }> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    ends.push(() => socket.destroy());
    let said = '';
    socket.on('data', (part) => (said += part));
    await once(socket, 'connect');
    const head = [
      'POST / HTTP/1.1',
      'Host: here',
      `Account: ${account}`,
      `Content-Length: ${40 * MEGABYTE}`,
      'Content-Type: multipart/form-data; boundary=xx',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n--xx\r\n`);
    socket.write('Content-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n');
    await new Promise((sent) => socket.write(Buffer.alloc(bytes), sent));
    await eventually(async () => said !== '' || (sockets.get(socket.localPort)?.bytesRead ?? 0) > bytes);
    return Object.assign(socket, { said: () => said });
  };

  const send = async (account: string, bytes: number) => {
    const form = new FormData();
    form.set('text', 'a word');
    if (bytes > 0) form.append('images', new Blob([new Uint8Array(bytes)]), 'a.jpg');
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { account }, body: form });
    return { status: answer.status, body: await answer.json() };
  };
  return { begin, send, warned, errors };
};

test('eighteen idle sockets of one member block nobody’s messages and uploads', async () => {
  const { begin, send } = await serve();
  for (let count = 0; count < 18; count++) await begin('mallory', 100);
  expect(await send('bob', 4 * MEGABYTE)).toMatchObject({ status: 200, body: { bytes: 4 * MEGABYTE } });
  expect(await send('mallory', 0)).toMatchObject({ status: 200, body: { text: 'a word' } });
});

test('limits an account to two uploads at once, but not its texts or other accounts', async () => {
  const { begin, send } = await serve();
  const two = [await begin('alice', 200 * KILOBYTE), await begin('alice', 200 * KILOBYTE)];
  await eventually(async () => (await send('alice', 200 * KILOBYTE)).status === 429);
  expect((await send('alice', 200 * KILOBYTE)).body.code).toBe('tooManyUploads');
  expect((await send('alice', 0)).status).toBe(200);
  expect((await send('bob', 200 * KILOBYTE)).status).toBe(200);
  for (const socket of two) socket.destroy();
  await eventually(async () => (await send('alice', 200 * KILOBYTE)).status === 200);
});

test('limits the memory per account and in total, by bytes received', async () => {
  const { begin, send } = await serve({ memory: 3 * MEGABYTE, share: 2 * MEGABYTE });
  expect((await send('alice', 3 * MEGABYTE)).body.code).toBe('tooManyUploads');
  for (const who of ['bob', 'carol']) await begin(who, 1.5 * MEGABYTE);
  await eventually(async () => (await send('alice', MEGABYTE)).status === 503);
  expect((await send('alice', MEGABYTE)).body.code).toBe('busy');
  expect((await send('alice', 0)).status).toBe(200);
});

test('ends an upload that stops or trickles, but not a steady one', async () => {
  const { begin, send } = await serve({ pace: { bytes: 10 * KILOBYTE, everyMs: 300 } });
  const [still, slow, steady] = [await begin('mallory', 100), await begin('mallory', 100), await begin('bob', 100)];
  const sending = setInterval(() => {
    slow.write('x');
    // enough for the whole test, even if the timer fires only once
    steady.write(Buffer.alloc(16 * KILOBYTE));
  }, 20);
  ends.push(() => clearInterval(sending));
  await Promise.all([still, slow].map((socket) => once(socket, 'close')));
  for (const socket of [still, slow]) {
    expect(socket.said()).toMatch(/^HTTP\/1.1 408 /);
    expect(socket.said()).toContain('uploadTooSlow');
  }
  expect([steady.said(), steady.destroyed]).toEqual(['', false]);
  expect((await send('bob', MEGABYTE)).status).toBe(200);
});

test('frees the place of a cancelled upload at once, without an error', async () => {
  const { begin, send, warned, errors } = await serve({ memory: MEGABYTE });
  const leaving = await begin('alice', 900 * KILOBYTE);
  await eventually(async () => (await send('bob', 500 * KILOBYTE)).status === 503);
  warned.length = 0;
  leaving.destroy();
  await eventually(async () => (await send('bob', 500 * KILOBYTE)).status === 200);
  expect(errors).toEqual([]);
  expect(warned.filter((line) => !/busy|Too many uploads/.test(JSON.stringify(line)))).toEqual([]);
});
