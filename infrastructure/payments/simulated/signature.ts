import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-provider-signature';
const TOLERANCE_MS = 5 * 60_000;

const digest = (secret: string, timestamp: number, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();

/** `t={epoch ms},v1={HMAC-SHA256 over "t.body" as hex}`. */
export const sign = (secret: string, timestamp: number, body: Buffer): string =>
  `t=${timestamp},v1=${digest(secret, timestamp, body).toString('hex')}`;

/** False for a missing, malformed, forged or stale signature (±5 minutes). Compares in constant time. */
export const isSignedBy = (secret: string, header: unknown, body: Buffer, now: number): boolean => {
  const match = typeof header === 'string' ? /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match) return false;
  const timestamp = Number(match[1]);
  const genuine = timingSafeEqual(Buffer.from(match[2] ?? '', 'hex'), digest(secret, timestamp, body));
  return genuine && Math.abs(now - timestamp) <= TOLERANCE_MS;
};
