import { createECDH } from 'node:crypto';

/** What we sign with, so that a push service knows whose calls these are (RFC 8292): a point and a number on P-256, as base64url. */
export type VapidKey = { publicKey: string; privateKey: string };

/** Of 32 bytes of base64url; undefined for what is no key. */
export const readVapidKey = (text: string): VapidKey | undefined => {
  const privateKey = text.trim();
  if (!/^[\w-]{43}$/.test(privateKey)) return undefined;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  } catch {
    // zero, or beyond the order of the curve
    return undefined;
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey };
};

export const makeVapidKey = (): string => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
};

/** Whether a browser's key is a point of the curve: only to such a one can anything be sealed. */
export const isPoint = (key: string): boolean => {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(point);
    return true;
  } catch {
    return false;
  }
};
