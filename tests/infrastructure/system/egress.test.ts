import { once } from 'node:events';
import { createServer, request as overHttp } from 'node:http';
import { Agent, request as overHttps } from 'node:https';
import { type AddressInfo, connect, type LookupFunction, Socket } from 'node:net';
import { connect as overTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AllowedHost, guardConnections } from '#infrastructure/system/egress.ts';

const server = createServer((_request, response) => response.end('reached'));
let port: number;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** Resolves every name to this machine, so allowed connections arrive. */
const here: LookupFunction = (_host, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
const trusted: LookupFunction = (...given) => here(...given);

let refused: string[];
let open: (() => void) | undefined;
const guard = (...places: AllowedHost[]): void => {
  open = guardConnections({ places, trusted, refused: (place) => refused.push(place) });
};
beforeEach(() => {
  refused = [];
});
afterEach(() => open?.());

/** The outcome: what arrived, or the error code. */
const ending = (sent: NodeJS.EventEmitter, arrived: string): Promise<unknown> =>
  Promise.race([
    once(sent, arrived).then(() => 'reached'),
    new Promise((resolve) => sent.once('error', ({ code }) => resolve(code))),
  ]);
const byNet = (host: string, lookup = here) => ending(connect({ host, port, lookup }), 'connect');

test('blocks every way to a host outside the settings, and reports it once', async () => {
  guard({ host: 'known.example', port });
  const host = 'other.example';
  expect(await byNet(host)).toBe('ENOTINSETTINGS');
  expect(await ending(connect(port, host), 'connect')).toBe('ENOTINSETTINGS');
  expect(await ending(overTls({ host, port, lookup: here }), 'secureConnect')).toBe('ENOTINSETTINGS');
  expect(await ending(overHttp({ host, port, lookup: here }).end(), 'response')).toBe('ENOTINSETTINGS');
  expect(await ending(overHttps({ host, port, lookup: here }).end(), 'response')).toBe('ENOTINSETTINGS');
  await expect(fetch(`http://${host}:${port}/`)).rejects.toMatchObject({ cause: { code: 'ENOTINSETTINGS' } });
  expect(refused).toEqual([`${host}:${port}`]);
});

test('allows a host in the settings on its port only', async () => {
  guard({ host: 'Known.example', port }, { host: '*.amazonaws.com', port });
  expect(await byNet('known.example')).toBe('reached');
  expect(await byNet('photos.s3.amazonaws.com')).toBe('reached');
  for (const host of ['amazonaws.com', 'evilamazonaws.com', 'known.example.evil.example'])
    expect(await byNet(host)).toBe('ENOTINSETTINGS');
  open?.();
  guard({ host: 'known.example', port: port + 1 });
  expect(await byNet('known.example')).toBe('ENOTINSETTINGS');
});

test('always allows this machine', async () => {
  guard();
  for (const host of ['localhost', '127.0.0.1']) expect(await byNet(host)).toBe('reached');
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('reached');
});

test('allows an address only where the client resolved a name from the settings', () => {
  const { connect: real } = Socket.prototype;
  const tried: unknown[] = [];
  // the address may belong to anyone, so send nothing
  Socket.prototype.connect = function (this: Socket, { port: at }: { port: number }) {
    tried.push(at);
    return this;
  } as typeof real;
  try {
    guard({ host: 'mail.example', port: 465, resolves: true }, { host: 'db.example', port: 5432 });
    for (const at of [465, 5432, 80])
      new Socket().on('error', () => undefined).connect({ host: '192.0.2.7', port: at });
    new Socket().on('error', () => undefined).connect({ host: 'other.example', port: 465 });
    expect(tried).toEqual([465]);
    expect(refused).toEqual(['192.0.2.7:5432', '192.0.2.7:80', 'other.example:465']);
  } finally {
    open?.();
    open = undefined;
    Socket.prototype.connect = real;
  }
});

test('allows push services through the lookup that checks their addresses, on port 443', async () => {
  guard();
  const agent = new Agent({ lookup: trusted });
  const toPush = (at: number) => ending(overHttps({ host: 'push.example', port: at, agent }).end(), 'response');
  // nothing listens there on this machine
  expect(await toPush(443)).not.toBe('ENOTINSETTINGS');
  expect(await toPush(port)).toBe('ENOTINSETTINGS');
  expect(await ending(overHttps({ host: 'push.example', port: 443, lookup: here }).end(), 'response')).toBe(
    'ENOTINSETTINGS',
  );
});
