import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PushFailed } from '#application/ports/push.ts';
import { makeVapidKey, readVapidKey } from '#infrastructure/push/vapidKey.ts';
import { openWebPush } from '#infrastructure/push/webPush.ts';
import { isPublicAddress, publicLookup } from '#infrastructure/system/hosts.ts';
import { startPushPeer } from '#tests/support/pushPeer.ts';

const vapid = readVapidKey(makeVapidKey());
let peer: Awaited<ReturnType<typeof startPushPeer>>;
let now = Date.now();
const opened = (timeout?: number) =>
  openWebPush({
    vapid,
    subject: 'mailto:post@reliquary.example',
    alsoAt: peer.origin,
    now: () => now,
    ...(timeout && { timeout }),
  });
beforeEach(async () => {
  peer = await startPushPeer();
  now = Date.now();
});
afterEach(() => peer.close());

const push = { payload: '{"text":"Ada is buying “A dragon”."}', ttl: 60, urgency: 'normal', topic: 'n1' } as const;

describe('a push', () => {
  test('is signed with our key and readable by its browser only', async () => {
    expect(await opened().send({ ...peer.subscribe('phone'), ...push })).toBe('taken');
    expect(peer.refused).toEqual([]);
    const { payload, ttl, urgency, topic } = push;
    const signed = { key: vapid?.publicKey, subject: 'mailto:post@reliquary.example' };
    expect(peer.taken).toEqual([{ device: 'phone', payload, ttl, urgency, topic, ...signed }]);
  });

  test('is unreadable with another browser’s key', async () => {
    const { keys } = peer.subscribe('other');
    const { endpoint } = peer.subscribe('phone');
    await expect(opened().send({ endpoint, keys, ...push })).rejects.toThrow(/^127\.0\.0\.1:\d+ answered 400$/);
    expect(peer.taken).toEqual([]);
  });

  test.each([404, 410])('answered with %i ends the subscription', async (status) => {
    peer.answers.push({ status });
    expect(await opened().send({ ...peer.subscribe('phone'), ...push })).toBe('gone');
  });

  test.each([301, 403, 413, 500, 503])(
    'answered with %i can be retried, and no redirect is followed',
    async (status) => {
      peer.answers.push({ status, headers: { location: `${peer.origin}/push/elsewhere` } });
      await expect(opened().send({ ...peer.subscribe('phone'), ...push })).rejects.toThrow(PushFailed);
      expect(peer.asked()).toBe(1);
    },
  );

  test('leaves a service alone for as long as it asks', async () => {
    const service = opened();
    const phone = peer.subscribe('phone');
    peer.answers.push({ status: 429, headers: { 'retry-after': '60' } });
    await expect(service.send({ ...phone, ...push })).rejects.toThrow('answered 429');
    now += 59_000;
    await expect(service.send({ ...phone, ...push })).rejects.toThrow('asked to be left alone');
    expect(peer.asked()).toBe(1);
    now += 1_000;
    expect(await service.send({ ...phone, ...push })).toBe('taken');
  });

  test('waits no longer than its timeout and reveals no endpoint', async () => {
    peer.fallSilent();
    const failure = await opened(20)
      .send({ ...peer.subscribe('phone'), ...push })
      .catch(String);
    expect(failure).toMatch(/^PushFailed: 127\.0\.0\.1:\d+: no answer$/);
  });

  test('goes nowhere without a key', async () => {
    const without = openWebPush({ vapid: undefined, subject: 'mailto:post@reliquary.example', alsoAt: peer.origin });
    expect(without.key).toBeUndefined();
    expect(await without.send({ ...peer.subscribe('phone'), ...push })).toBe('gone');
    expect(peer.asked()).toBe(0);
  });
});

describe('an endpoint from a browser', () => {
  test.each([
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/1',
    'https://user:word@fcm.googleapis.com/1',
    'https://localhost/1',
    'https://postgres/1',
    'https://metadata.google.internal/1',
    'https://127.0.0.1/1',
    'https://2130706433/1',
    'https://0x7f.1/1',
    'https://[::1]/1',
    'https://[fd00::1]/1',
    'https://93.184.216.34/1',
    'ftp://fcm.googleapis.com/1',
    'fcm.googleapis.com',
    `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  ])('%s is refused', (endpoint) => {
    expect(opened().faultOf({ ...peer.subscribe('phone'), endpoint })).toBe('endpoint');
  });

  test('of a browser’s push service is accepted with valid keys', () => {
    const { keys } = peer.subscribe('phone');
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA';
    expect(opened().faultOf({ endpoint, keys })).toBeUndefined();
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    expect(opened().faultOf({ endpoint, keys: { ...keys, p256dh: offCurve } })).toBe('keys');
    expect(opened().faultOf({ endpoint, keys: { ...keys, auth: 'short' } })).toBe('keys');
  });

  test('is not called if its name resolves into our own network', async () => {
    const failure = await new Promise((resolve) => publicLookup('localhost', {}, (error) => resolve(error?.code)));
    expect(failure).toBe('EHOSTNOTPUBLIC');
  });

  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['2002:a00:1::1', false],
    ['nowhere', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

test('reads a valid key and nothing else', () => {
  const made = makeVapidKey();
  expect(readVapidKey(`${made}\n`)?.privateKey).toBe(made);
  expect(readVapidKey(made)?.publicKey).toHaveLength(87);
  for (const text of ['', 'x', Buffer.alloc(32).toString('base64url'), Buffer.alloc(32, 255).toString('base64url')])
    expect(readVapidKey(text)).toBeUndefined();
});
