import { z } from 'zod';
import { personal } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { EVIDENCE_FIELDS, EVIDENCE_PLACES, RECEIPT_NAME } from '../evidencePack.ts';

export const instant = z.int();
export const text = personal(z.string());
export const party = z.enum(['buyer', 'seller', 'system', 'staff']);
/** The storage keys of uploaded files. */
export const evidence = personal(z.array(z.string()));
export const providerRef = z.string();
export const address = z.object({
  fullName: z.string(),
  streetAddress1: z.string(),
  streetAddress2: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
/** Euros if absent. */
export const currency = z.string().optional();
/** When it happened by the provider's clock, because statements may arrive out of order. */
export const said = { saidAt: instant.optional() };
/** `providerRefundId`: each attempt of one refund has its own id at the provider, and each may arrive. */
export const saidOfRefund = { ...said, providerRefundId: providerRef.optional() };
/** The part of a bank's sum that concerns duplicate payments, which we owe to the payer. */
export const owed = { owed: cents.optional() };
/** The part of a refund that staff paid outside the provider too. It is our loss alone. */
export const twice = { twice: cents.optional() };
/** The bank's reason in the provider's words, and its last day for evidence; null if it takes none. */
export const asked = { reason: z.string().optional(), respondBy: instant.nullable().optional() };
export const evidencePack = personal(z.partialRecord(z.enum(EVIDENCE_FIELDS), z.string()));
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Hashes and our own names. The photos stay where they are stored. */
export const bankPhotos = z
  .array(
    z.object({
      place: z.enum(EVIDENCE_PLACES),
      sha256,
      name: z.string().regex(/^(sold|buyer|seller)-\d+$/),
    }),
  )
  .optional();
/** The history makes it again. */
export const bankReceipt = z.object({ name: z.string().regex(RECEIPT_NAME), sha256 }).optional();
export const refunded = { refundId: z.string(), amount: cents };
export const chargebackSum = { chargebackId: providerRef, amount: cents };

export const SEEN = { text: 'sale.see.words', evidence: 'sale.see.evidence', takenAt: 'sale.see.taken' } as const;
