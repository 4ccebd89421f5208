import { createHash } from 'node:crypto';

export const CONFIRMATION = /^[0-9a-f]{12}$/;

/**
 * The code with which an operator confirms one change. It is made of both sides of that change, so a setting that is left behind
 * confirms nothing else.
 */
export const confirmationOf = (...sides: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(sides)).digest('hex').slice(0, 12);
