import { createHash } from 'node:crypto';

export const CONFIRMATION = /^[0-9a-f]{12}$/;

/**
 * The code by which an operator confirms one change. It hashes both sides of the change, so a leftover setting
 * confirms nothing else.
 */
export const confirmationOf = (...sides: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(sides)).digest('hex').slice(0, 12);
