import { request as overHttp } from 'node:http';
import { Agent, request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type PushAddress, PushFailed, type PushService } from '#application/ports/push.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { isPublicName, publicLookup } from '../system/publicHosts.ts';
import { isPoint, type VapidKey } from './vapidKey.ts';

type Options = {
  /** Undefined: nobody is called. */
  vapid: VapidKey | undefined;
  /** `mailto:` or `https:`: where makers of browsers find us when something is wrong with our calls. */
  subject: string;
  /** One more service, though it is not public: a workbench's. */
  alsoAt?: string | undefined;
  /** ms until an answer has to be there. */
  timeout?: number;
  lookup?: LookupFunction;
  now?: () => number;
};

/** Longer ones no browser has. */
const LONGEST = 1_000;
/** A service that is busy says until when; longer than this it is not left alone. */
const LONGEST_REST = 3_600 * SECOND;

const urlOf = (endpoint: string): URL | undefined => (URL.canParse(endpoint) ? new URL(endpoint) : undefined);

/** Seconds or a date (RFC 9110). */
const restOf = (retryAfter: string | undefined, now: number): number => {
  if (retryAfter === undefined) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_REST);
};

/**
 * Web Push (RFC 8030, sealed by RFC 8291, signed by RFC 8292). What calls it are addresses that somebody's browser gave: no redirect is
 * followed, no answer is read, and no address within our own network is called, whatever a name resolves to.
 */
export const openWebPush = ({
  vapid,
  subject,
  alsoAt,
  timeout = 10 * SECOND,
  lookup = publicLookup,
  now = Date.now,
}: Options): PushService & { close(): void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, lookup });
  /** Until when a host has asked to be left alone. */
  const resting = new Map<string, number>();
  const isKnown = ({ origin }: URL): boolean => alsoAt !== undefined && origin === alsoAt;

  const faultOf = ({ endpoint, keys }: PushAddress): 'endpoint' | 'keys' | undefined => {
    const url = endpoint.length > LONGEST ? undefined : urlOf(endpoint);
    if (!url || url.username || url.password) return 'endpoint';
    const isPublic = url.protocol === 'https:' && url.port === '' && isPublicName(url.hostname);
    if (!isPublic && !isKnown(url)) return 'endpoint';
    return isPoint(keys.p256dh) && Buffer.from(keys.auth, 'base64url').length === 16 ? undefined : 'keys';
  };

  const post = (
    url: URL,
    headers: Record<string, string | number>,
    body: Buffer,
  ): Promise<[number, string | undefined]> =>
    new Promise((resolve, reject) => {
      const known = isKnown(url);
      const send = known && url.protocol === 'http:' ? overHttp : overHttps;
      const sent = send(url, { method: 'POST', headers, ...(known ? {} : { agent }) }, (answer) => {
        answer.resume();
        resolve([answer.statusCode ?? 0, answer.headers['retry-after']]);
      });
      const late = setTimeout(() => sent.destroy(new Error('no answer in time')), timeout);
      sent.on('close', () => clearTimeout(late));
      sent.on('error', reject);
      sent.end(body);
    });

  return {
    key: vapid?.publicKey,
    faultOf,
    send: async ({ payload, ttl, urgency, topic, ...address }) => {
      const url = urlOf(address.endpoint);
      // its rules, or ours, have changed since it was kept
      if (!vapid || !url || faultOf(address)) return 'gone';
      const { host } = url;
      const rest = resting.get(host) ?? 0;
      if (rest > now()) throw new PushFailed(`${host} asked to be left alone`);
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails(address, payload, {
        vapidDetails: { subject, ...vapid },
        contentEncoding: 'aes128gcm',
        TTL: ttl,
        urgency,
        topic,
      });
      const [status, retryAfter] = await post(url, headers as Record<string, string>, body as Buffer).catch(
        (error: Error & { code?: string }) => {
          throw new PushFailed(`${host}: ${error.code ?? 'no answer'}`);
        },
      );
      if (status >= 200 && status < 300) return 'taken';
      if (status === 404 || status === 410) return 'gone';
      resting.set(host, now() + restOf(retryAfter, now()));
      throw new PushFailed(`${host} answered ${status}`);
    },
    close: () => agent.destroy(),
  };
};
