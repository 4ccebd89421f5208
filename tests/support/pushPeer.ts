import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll } from 'vitest';
import type { PushAddress } from '#application/ports/push.ts';
import { makeVapidKey, readVapidKey } from '#infrastructure/push/vapidKey.ts';

type Answer = { status: number; headers?: Record<string, string> };
export type Pushed = {
  device: string;
  ttl: number;
  urgency: string;
  topic: string;
  subject: string;
  key: string;
  payload: string;
};

const P256_POINT = 65;

/** Verifies the VAPID token: its key, our audience, at most a day (RFC 8292). */
const signedBy = async (authorization: string, origin: string): Promise<{ key: string; subject: string }> => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
  const { payload } = await jwtVerify(token, jwk, { audience: origin, algorithms: ['ES256'] });
  if (!payload.exp || payload.exp > Date.now() / 1_000 + 24 * 3_600) throw new Error('no end within a day');
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('nobody to write to');
  return { key, subject: payload.sub! };
};

/** A browser with the only key that decrypts its pushes (RFC 8291, RFC 8188). */
const openBrowser = () => {
  const curve = createECDH('prime256v1');
  const own = curve.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const open = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 21 + body[20]!);
    if (theirs.length !== P256_POINT) throw new Error('the key of the sender is no point');
    const sealed = body.subarray(21 + P256_POINT);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
    const secret = derive(curve.computeSecret(theirs), auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  };
  return { open, keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') } };
};

/** Acts as a push service and decrypts like the browser. */
export const startPushPeer = async () => {
  const browsers = new Map<string, ReturnType<typeof openBrowser>>();
  const taken: Pushed[] = [];
  const refused: string[] = [];
  const answers: Answer[] = [];
  let asked = 0;
  let silent = false;

  const server = createServer(async (request, response) => {
    asked++;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (silent) return;
    const { status, headers = {} } = answers.shift() ?? { status: 201 };
    const device = request.url!.slice('/push/'.length);
    const browser = browsers.get(device);
    if (status >= 300) return void response.writeHead(status, headers).end('no');
    if (!browser) return void response.writeHead(410).end();
    try {
      const { authorization = '', ttl, urgency, topic, 'content-encoding': encoding } = request.headers;
      const signed = await signedBy(authorization, origin);
      if (encoding !== 'aes128gcm' || !/^\d+$/.test(String(ttl))) throw new Error('no such content');
      if (body.length > 4_096) throw new Error('too long');
      const payload = browser.open(body);
      taken.push({ device, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), ...signed, payload });
      response.writeHead(201, { location: `${origin}/message/${taken.length}` }).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    taken,
    refused,
    /** Number of calls. */
    asked: () => asked,
    /** Fixed answers for the next calls. */
    answers,
    fallSilent: () => {
      silent = true;
    },
    subscribe: (device: string): PushAddress => {
      const browser = openBrowser();
      browsers.set(device, browser);
      return { endpoint: `${origin}/push/${device}`, keys: browser.keys };
    },
    unsubscribe: (device: string) => void browsers.delete(device),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** One peer per file, with the settings for a marketplace; available before it opens. */
export const usePushPeer = () => {
  let peer: Awaited<ReturnType<typeof startPushPeer>>;
  beforeAll(async () => {
    peer = await startPushPeer();
  });
  afterAll(() => peer.close());
  const push = {
    vapid: readVapidKey(makeVapidKey()),
    subject: 'mailto:post@reliquary.example',
    get alsoAt() {
      return peer.origin;
    },
  };
  return { peer: () => peer, push };
};
