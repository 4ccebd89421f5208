import { z } from 'zod';
import { receipts, streamEndProof } from './proofs.ts';

/** A file of receipts as a browser has kept it; those of earlier releases hold no promises, and no end. */
export const receiptFile = receipts.omit({ now: true }).extend({
  map: streamEndProof.nullable().default(null),
  promises: z.array(z.string().max(8_000)).max(1_000).default([]),
});
