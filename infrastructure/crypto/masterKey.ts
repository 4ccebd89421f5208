import { createHash } from 'node:crypto';
import { seal, unseal } from './aesGcm.ts';

/** Wraps subject keys. The id names it in the key table without revealing it. */
type MasterKey = {
  id: string;
  wrap(key: Buffer, subject: string): Buffer;
  unwrap(wrapped: Buffer, subject: string): Buffer;
};

/** @param secret 32 bytes, the value of MASTER_KEY */
export const createMasterKey = (secret: Buffer): MasterKey => {
  if (secret.length !== 32) throw new RangeError('a master key has 32 bytes');
  const id = createHash('sha256').update('reliquary master key').update(secret).digest('hex').slice(0, 16);
  const context = (subject: string) => `${id} ${subject}`;
  return {
    id,
    wrap: (key, subject) => seal(key, secret, context(subject)),
    unwrap: (wrapped, subject) => unseal(wrapped, secret, context(subject)),
  };
};
