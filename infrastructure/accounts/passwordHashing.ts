import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** argon2id; memory in KiB. */
export type HashingCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's first choice: 19 MiB, two passes. */
export const PRODUCTION_COST: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const ARGON2ID = 2 satisfies Algorithm.Argon2id;

/** `check` with no hash takes as long as with one and is always false. */
export const passwordHashing = (cost: HashingCost = PRODUCTION_COST) => {
  const options = { ...cost, algorithm: ARGON2ID as Algorithm };
  const dummy = hash('nobody has this password', options);
  dummy.catch(() => undefined); // callers of `check` get the error
  return {
    hash: (password: string): Promise<string> => hash(password, options),
    check: async (stored: string | undefined, password: string): Promise<boolean> => {
      const right = await verify(stored ?? (await dummy), password);
      return right && stored !== undefined;
    },
  };
};
