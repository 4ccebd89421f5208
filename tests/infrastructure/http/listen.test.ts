import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '#infrastructure/http/listen.ts';

test('finishes an answer that began before the close, and then closes its connection', async () => {
  const listening = await listen(0, '127.0.0.1');
  let answer: ServerResponse | undefined;
  listening.serve(
    (_, response) => {
      answer = response;
      response.write('begun, ');
    },
    () => true,
  );
  const asked = await fetch(`http://127.0.0.1:${listening.port}/`);
  const began = performance.now();
  const closed = listening.close(10_000);
  answer?.end('finished');
  expect(await asked.text()).toBe('begun, finished');
  await closed;
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('closes a silent connection', async () => {
  const listening = await listen(0, '127.0.0.1');
  const silent = connect(listening.port, '127.0.0.1').on('error', () => undefined);
  await once(silent, 'connect');
  const began = performance.now();
  await listening.close(10_000);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('keeps an idle connection longer than Caddy, which keeps it for two minutes', async () => {
  const listening = await listen(0, '127.0.0.1');
  await listening.serve(
    (_, response) => void response.end(),
    () => true,
  );
  const { headers } = await fetch(`http://127.0.0.1:${listening.port}/`);
  expect(Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  await listening.close(0);
});

test.each([
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['an invalid request', 'what is this\r\n\r\n', 400],
])('answers %s like any other faulty request', async (_, sent, status) => {
  const listening = await listen(0, '127.0.0.1');
  const client = connect(listening.port, '127.0.0.1');
  client.write(sent);
  const said = String(await buffer(client));
  const [head = '', body = ''] = said.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/json/im);
  expect(JSON.parse(body)).toEqual({ message: expect.any(String), code: 'invalidInput' });
  await listening.close(0);
});

test('does not write into a running answer when the following request is unreadable', async () => {
  const listening = await listen(0, '127.0.0.1');
  const begun = new Promise<ServerResponse>((resolve) => {
    listening.serve(
      (_, response) => {
        response.write('begun');
        resolve(response);
      },
      () => true,
    );
  });
  const client = connect(listening.port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun;
  client.write('what is this\r\n\r\n');
  expect(String(await buffer(client))).not.toMatch(/cannot be read/);
  await listening.close(0);
});
