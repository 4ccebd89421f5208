import { request as overHttp } from 'node:http';
import { Agent, request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type PushAddress, PushFailed, type PushService } from '#application/ports/push.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { isPublicName, publicLookup } from '../system/hosts.ts';
import { isPoint, type VapidKey } from './vapidKey.ts';

type Options = {
  /** Undefined turns push off. */
  vapid: VapidKey | undefined;
  /** Contact for browser vendors, `mailto:` or `https:`. */
  subject: string;
  /** An additional, non-public service, for development. */
  alsoAt?: string | undefined;
  /** ms until the response must arrive. */
  timeout?: number;
  lookup?: LookupFunction;
  now?: () => number;
};

/** No browser uses longer endpoints. */
const LONGEST = 1_000;
/** Upper bound for Retry-After. */
const LONGEST_REST = 3_600 * SECOND;

const urlOf = (endpoint: string): URL | undefined => (URL.canParse(endpoint) ? new URL(endpoint) : undefined);

/** Seconds or a date (RFC 9110). */
const restOf = (retryAfter: string | undefined, now: number): number => {
  if (retryAfter === undefined) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_REST);
};

/**
 * Web Push (RFC 8030, 8291, 8292). Users supply the endpoints, so it follows no redirects, reads no responses, and
 * refuses addresses inside our own network whatever a name resolves to.
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
  /** Hosts to leave alone, with the end of that time. */
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
      // the rules of the service, or ours, have changed since it was stored
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
