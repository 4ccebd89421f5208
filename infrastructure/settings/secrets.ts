import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrCreate } from '../transparency/atomicFile.ts';

export type Secrets = {
  /** 32 bytes; wraps the keys of all personal data. Without it, that data is lost. */
  masterKey: Buffer;
  /** Former master keys that still unwrap, during a rotation. */
  otherMasterKeys: readonly Buffer[];
  /** Signs session tokens. */
  jwt: string;
  /** Signs the webhooks of the simulated payment provider. */
  provider: string;
};

const kept = z.object({
  masterKey: z.string().regex(/^[0-9a-f]{64}$/),
  jwt: z.string().min(32),
  provider: z.string().min(32),
});

/** Created at first start. */
const keptSecrets = (dataDir: string): z.output<typeof kept> => {
  const secret = () => randomBytes(32).toString('hex');
  const make = () => JSON.stringify({ masterKey: secret(), jwt: secret(), provider: secret() }, null, 2);
  return kept.parse(JSON.parse(readOrCreate(join(dataDir, 'secrets.json'), make)));
};

/**
 * Configured secrets, or those stored in the data folder. The provider secret is derived if all others are
 * configured.
 */
export const readSecrets = (
  dataDir: string,
  given: { masterKey?: string | undefined; otherMasterKeys?: readonly string[]; jwt?: string | undefined },
): Secrets => {
  const otherMasterKeys = (given.otherMasterKeys ?? []).map((key) => Buffer.from(key, 'hex'));
  if (given.masterKey !== undefined && given.jwt !== undefined)
    return {
      masterKey: Buffer.from(given.masterKey, 'hex'),
      otherMasterKeys,
      jwt: given.jwt,
      provider: createHmac('sha256', given.jwt).update('simulated provider').digest('hex'),
    };
  const own = keptSecrets(dataDir);
  return {
    masterKey: Buffer.from(given.masterKey ?? own.masterKey, 'hex'),
    otherMasterKeys,
    jwt: given.jwt ?? own.jwt,
    provider: own.provider,
  };
};
