import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NO_TRANSACTION } from '#domain/transactions/state.ts';
import { transactionShape } from '#domain/transactions/stateShape.ts';
import { TRANSACTION_SHAPES } from './shapes.ts';

/** A short name of what a folded sale looks like: other for another field, type or region. */
export const fingerprint = (shape: z.ZodType, empty: object): string =>
  createHash('sha256')
    .update(JSON.stringify([z.toJSONSchema(shape), Object.keys(empty).sort()]))
    .digest('hex')
    .slice(0, 16);

export const TRANSACTION_SHAPE = fingerprint(transactionShape, NO_TRANSACTION);

/** The place of a shape in the order of releases, from 1 on; one that is not recorded yet comes after all that are. */
export const versionOf = (shape: string, known: readonly string[]): number =>
  known.lastIndexOf(shape) + 1 || known.length + 1;

/** Part of the version of every read model that keeps a folded sale. It only grows, so that the newer of two releases is known. */
export const TRANSACTION_VERSION = versionOf(TRANSACTION_SHAPE, TRANSACTION_SHAPES);
