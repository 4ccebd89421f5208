import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { listen } from '#infrastructure/http/listen.ts';
import { type Allowance, throwAwayUnread } from '#infrastructure/http/unread.ts';
import { openUploads } from '#infrastructure/http/uploads.ts';
import { useBrowser } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/marketplace.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** Limits of a server that refuses everything. */
const REFUSAL = { message: 'Too many attempts.', code: 'tooManyRequests' };
const GENEROUS = { atOnce: 40 * MEGABYTE, aSecond: 256 * KILOBYTE, wait: 5_000, longest: 120_000 };

const openPage = useBrowser();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Refuses all requests: `/` before reading, `/begun` after the upload exceeds its share. */
const refusing = async (allowance?: Allowance) => {
  const app = express();
  const sockets = new Set<Socket>();
  const readUploads = openUploads({ share: MEGABYTE });
  app.use(throwAwayUnread(allowance));
  app.get('/', (_request, response) => void response.type('html').send('<title>An upload</title>'));
  app.post('/', (request, response) => {
    sockets.add(request.socket);
    response.locals.sender = request.headers.account;
    response.status(429).json(REFUSAL);
  });
  app.post('/begun', async (request, response) => {
    sockets.add(request.socket);
    const limits = { maxFiles: 8, maxFileBytes: 64 * MEGABYTE };
    await readUploads(request, response, 'mallory', limits).catch(() => response.status(429).json(REFUSAL));
  });
  const listening = await listen(0, '127.0.0.1');
  await listening.serve(app, () => true);
  ends.push(() => listening.close(0));
  const url = `http://127.0.0.1:${listening.port}`;
  /** The number of bytes read of everything sent. */
  const bytesRead = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);

  /** Like a browser: reads the answer once everything is sent, or sending fails. */
  const send = async (bytes: number, { path = '/', account = 'mallory' } = {}) => {
    const socket = connect(listening.port, '127.0.0.1');
    ends.push(() => socket.destroy());
    let failed: Error | undefined;
    let said = '';
    socket.on('error', (error) => {
      failed = error;
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await once(socket, 'connect');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: here',
      `Account: ${account}`,
      `Content-Length: ${bytes}`,
      'Content-Type: multipart/form-data; boundary=xx',
    ];
    socket.pause();
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const part = '--xx\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
    socket.write(part);
    const sent = new Promise<void>((resolve) => socket.write(Buffer.alloc(bytes - part.length), () => resolve()));
    await Promise.race([sent, closed]);
    socket.on('data', (chunk) => (said += chunk)).resume();
    return { closed, said: () => said, failed: () => failed };
  };
  return { url, send, bytesRead };
};

test.each(['/', '/begun'])('a refused sender (%s) still reads the answer after sending 8 MB', async (path) => {
  const { send } = await refusing();
  const { said, failed } = await send(8 * MEGABYTE, { path });
  await eventually(async () => said().includes(REFUSAL.code));
  expect(said()).toMatch(/^HTTP\/1.1 429 /);
  expect(failed()).toBeUndefined();
});

test('fetch reads the refusal and can use the connection again', async () => {
  const { url } = await refusing();
  for (let again = 0; again < 3; again++) {
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(8 * MEGABYTE) });
    expect([answer.status, await answer.json()]).toEqual([429, REFUSAL]);
  }
});

test.each(['/', '/begun'])('Chromium reads the refusal (%s) after sending 8 MB', async (path) => {
  const { url } = await refusing();
  const { page } = await openPage(url);
  await page.goto('/');
  const answer = await page.evaluate(
    ({ to, bytes }) =>
      new Promise((resolve) => {
        const form = new FormData();
        form.append('images', new Blob([new Uint8Array(bytes)]), 'a.jpg');
        const request = new XMLHttpRequest();
        request.open('POST', to);
        request.onload = () => resolve([request.status, request.responseText]);
        request.onerror = () => resolve('the connection was reset');
        request.send(form);
      }),
    { to: path, bytes: 8 * MEGABYTE },
  );
  expect(answer).toEqual([429, JSON.stringify(REFUSAL)]);
});

test.each(['/', '/begun'])('an endless sender (%s) is read at the limited rate and disconnected', async (path) => {
  const { send, bytesRead } = await refusing({ ...GENEROUS, atOnce: MEGABYTE, aSecond: 100 * KILOBYTE, wait: 400 });
  const began = performance.now();
  const tries = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(20 * MEGABYTE, { path })));
  await Promise.all(tries.map(({ closed }) => closed));
  const seconds = (performance.now() - began) / 1_000;
  // each connection buffers some unread data; one that had begun has its share
  const onTheWay = 6 * 256 * KILOBYTE + (path === '/begun' ? 6 * MEGABYTE : 0);
  expect(bytesRead()).toBeLessThan(MEGABYTE + seconds * 100 * KILOBYTE + onTheWay);
});

test('each sender has an allowance of their own, which refills', async () => {
  const { send } = await refusing({ ...GENEROUS, atOnce: MEGABYTE, aSecond: 4 * MEGABYTE, wait: 50 });
  const spent = await send(20 * MEGABYTE);
  await spent.closed;
  const other = await send(900 * KILOBYTE, { account: 'bob' });
  await eventually(async () => other.said().includes(REFUSAL.code));
  await eventually(async () => {
    const { said, failed } = await send(900 * KILOBYTE);
    return eventually(async () => said().includes(REFUSAL.code) && failed() === undefined, 200);
  });
});

test('a nearly silent sender is disconnected', async () => {
  const { url } = await refusing({ ...GENEROUS, longest: 200 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\nx');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 429 /);
  await once(socket.resume(), 'close');
});
