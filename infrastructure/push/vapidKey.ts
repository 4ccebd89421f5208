import { createECDH } from 'node:crypto';

/** Signs our requests to push services (RFC 8292): a P-256 key pair in base64url. */
export type VapidKey = { publicKey: string; privateKey: string };

/** From 32 bytes in base64url; undefined if it is not a key. */
export const readVapidKey = (text: string): VapidKey | undefined => {
  const privateKey = text.trim();
  if (!/^[\w-]{43}$/.test(privateKey)) return undefined;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  } catch {
    // zero, or above the order of the curve
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

/** Whether a browser's key is a point on the curve; encryption needs one. */
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
