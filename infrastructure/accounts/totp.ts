import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
/** How long a code is current. */
export const PERIOD_MS = PERIOD * 1_000;
const ISSUER = 'Reliquary';

/** The parameters every authenticator app supports. */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });

/** 160 bits, base 32. */
export const newSecret = (): string => new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;

/**
 * The time step for which the code is right: the current or the previous one (RFC 6238, 5.2). Undefined if wrong.
 * Spaces in the code are ignored.
 */
export const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), window: 1, timestamp: now });
  return delta === null || delta > 0 ? undefined : Math.floor(now / PERIOD_MS) + delta;
};

export const codeAt = (secret: string, now: number): string => totpOf(secret).generate({ timestamp: now });

/** The otpauth URI for the QR code. */
export const addressOf = (secret: string, label: string): string => totpOf(secret, label).toString();
