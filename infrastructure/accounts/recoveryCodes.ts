import { createHash, randomInt } from 'node:crypto';

/** Without what is mistaken for something else: 0 and O, 1, I and L. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 24;

/** 118 random bits, in groups of four. */
export const newRecoveryCode = (): string =>
  Array.from(
    { length: LENGTH },
    (_, index) => (index > 0 && index % 4 === 0 ? '-' : '') + SIGNS[randomInt(SIGNS.length)],
  ).join('');

const plain = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const looksLikeRecoveryCode = (typed: string): boolean => plain(typed).length === LENGTH;

/** There is nothing to guess, so a fast hash is enough. */
export const recoveryHash = (account: string, typed: string): string =>
  createHash('sha256')
    .update(`${account} ${plain(typed)}`)
    .digest('hex');
