import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startMarketplace, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();

type Sent = { method?: string; target?: string; version?: string; headers?: readonly string[]; body?: string };

/** The request exactly as given: `fetch` writes its own Host header. */
const send = async ({ method = 'GET', target = '/', version = '1.1', headers = [], body = '' }: Sent) => {
  const socket = connect(Number(new URL(market().url).port), '127.0.0.1');
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...headers,
    'Connection: close',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
};

const OPEN: readonly Sent[] = [
  { method: 'GET', target: '/dev/mail' },
  { method: 'GET', target: '/dev/code' },
  { method: 'GET', target: '/dev/clock' },
  { target: '/dev/clock', method: 'POST', body: '{"advanceMs":1}' },
  { method: 'GET', target: '/simulated-provider/checkout/x' },
  { target: '/simulated-provider/checkout/x', method: 'POST', body: 'outcome=paid' },
  { method: 'GET', target: '/metrics' },
  // the demo’s password is public
  { target: '/api/auth/login', method: 'POST', body: '{}' },
  { method: 'GET', target: '/' },
];

describe('a marketplace with developer tools', () => {
  test.each(OPEN)('refuses $method $target under a name that is not this machine', async (sent) => {
    const before = market().marketplace.clock!.now();
    const answer = await send({ ...sent, headers: ['Host: evil.example', 'Content-Type: application/json'] });
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'wrongHost',
      message: 'Outside of production this marketplace answers only on its own machine. Open it as localhost.',
    });
    expect(market().marketplace.clock!.now() - before).toBeLessThan(60_000);
  });

  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    'reliquary.localhost:3000',
    '127.0.0.1',
    '127.0.0.2:80',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
  ])('answers as %s', async (host) => {
    expect((await send({ target: '/dev/mail', headers: [`Host: ${host}`] })).status).toBe(200);
  });

  test.each([
    'localhost.evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'evil-localhost',
    '0.0.0.0',
    '[::]',
    '192.168.1.7:3000',
    '[::ffff:192.168.1.7]',
    'localhost@evil.example',
    '',
  ])('does not answer as "%s"', async (host) => {
    expect((await send({ target: '/dev/mail', headers: [`Host: ${host}`] })).status).toBe(421);
  });

  test.each<[string, Sent]>([
    ['X-Forwarded-Host', { headers: ['Host: localhost', 'X-Forwarded-Host: evil.example'] }],
    ['the second X-Forwarded-Host', { headers: ['Host: localhost', 'X-Forwarded-Host: localhost, evil.example'] }],
    ['Forwarded', { headers: ['Host: localhost', 'Forwarded: for=192.0.2.1;host="evil.example:80";proto=http'] }],
    ['a target in absolute form', { target: 'http://evil.example/dev/mail', headers: ['Host: localhost'] }],
    ['the second Host', { headers: ['Host: localhost', 'Host: evil.example'] }],
  ])('refuses another name in %s', async (_where, sent) => {
    const { status } = await send({ target: '/dev/mail', ...sent });
    expect([400, 421]).toContain(status);
  });

  test('answers to an absolute form that names this machine, and not without any name', async () => {
    const absolute = { target: 'http://localhost/dev/mail', headers: ['Host: localhost'] };
    expect((await send(absolute)).status).toBe(200);
    expect((await send({ target: '/dev/mail', version: '1.0' })).status).toBe(421);
  });
});

const WAYS_OUT =
  'set NODE_ENV=production and what it asks for, or keep PUBLIC_URL and HOST on this machine (localhost, 127.0.0.1)';

test.each([
  [{ publicUrl: 'https://shop.example' }, 'PUBLIC_URL (https://shop.example) leads'],
  [{ publicUrl: 'http://192.168.1.7:3000' }, 'PUBLIC_URL (http://192.168.1.7:3000) leads'],
  [{ host: '0.0.0.0' }, 'HOST (0.0.0.0) leads'],
  [{ host: '::' }, 'HOST (::) leads'],
  [{ host: '0.0.0.0', publicUrl: 'https://shop.example' }, 'PUBLIC_URL (https://shop.example), HOST (0.0.0.0) lead'],
])('a start with developer tools refuses %o', async (settings, fault) => {
  await expect(startMarketplace(settings)).rejects.toThrow(
    `${fault} beyond this machine, where the developer tools (/dev/mail and others) would be open to everybody: ${WAYS_OUT}`,
  );
});

test.each([{ publicUrl: 'http://localhost:3000' }, { publicUrl: 'http://[::1]:3000', host: '127.0.0.1' }])(
  'a start with developer tools takes %o',
  async (settings) => {
    const market = await startMarketplace(settings);
    await market.close();
  },
);
