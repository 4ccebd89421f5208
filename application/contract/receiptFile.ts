import { z } from 'zod';
import { receipts } from './proofs.ts';

/** A file of receipts as a browser has kept it; files of before hold no promises. */
export const receiptFile = receipts.extend({ promises: z.array(z.string().max(8_000)).max(1_000).default([]) });
