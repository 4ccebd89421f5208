import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a fresh IV. Returns IV, tag and ciphertext in one buffer. `unseal` needs the same `context`. */
export const seal = (plain: Buffer, key: Buffer, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
};

/** @throws if the key or context differs, or a byte was changed */
export const unseal = (sealed: Buffer, key: Buffer, context: string): Buffer => {
  const tagged = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(IV_BYTES, tagged));
  return Buffer.concat([decipher.update(sealed.subarray(tagged)), decipher.final()]);
};
