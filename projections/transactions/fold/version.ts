import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import { transactionShape } from '#domain/transactions/stateShape.ts';
import { TRANSACTION_SHAPES } from './shapes.ts';

/** A hash of the state's shape; changes with every field, type or region. */
export const fingerprint = (shape: z.ZodType, empty: object): string =>
  createHash('sha256')
    .update(JSON.stringify([z.toJSONSchema(shape), Object.keys(empty).sort()]))
    .digest('hex')
    .slice(0, 16);

export const TRANSACTION_SHAPE = fingerprint(transactionShape, NO_TRANSACTION);

/** The position of a shape among the releases, from 1; an unrecorded shape comes last. */
export const versionOf = (shape: string, known: readonly string[]): number =>
  known.lastIndexOf(shape) + 1 || known.length + 1;

/** Part of the version of every read model that stores states. It only grows, so releases can be compared. */
export const TRANSACTION_VERSION = versionOf(TRANSACTION_SHAPE, TRANSACTION_SHAPES);
