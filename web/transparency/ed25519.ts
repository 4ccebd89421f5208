import type { VerifyEd25519 } from '#application/transparency/signing.ts';

/** WebCrypto needs https, and older browsers lack Ed25519. */
export const canVerify = (): boolean => typeof crypto.subtle?.importKey === 'function';

const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** @throws DOMException where this browser does not know Ed25519 */
export const verifyEd25519: VerifyEd25519 = async (publicKey, message, signature) => {
  const key = await crypto.subtle.importKey('raw', owned(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, owned(signature), owned(message));
};
