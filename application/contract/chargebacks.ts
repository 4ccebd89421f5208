import { z } from 'zod';
import {
  EVIDENCE_LENGTHS,
  EVIDENCE_PLACES,
  type EvidenceField,
  MAX_BANK_PHOTOS,
  RECEIPT_NAME,
} from '#domain/transactions/evidencePack.ts';
import { euros, evidencePhoto, person, timestamp } from './common.ts';
import { basedOn } from './escrow.ts';
import { RATIONALE_REQUIRED } from './limits.ts';

const REASON_REQUIRED = 'A reason is required';
const text = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(1000, 'At most 1000 characters');
/** A claim of the buyer's bank, in the case file. */
export const chargebackFile = z
  .object({
    chargebackId: z.string(),
    amount: euros,
    /** Absent: euros. */
    currency: z.string().optional(),
    stands: z.enum(['open', 'won', 'lost']),
    openedAt: timestamp.nullable(),
    /** The bank's reason in the provider's words, such as `product_not_received`; null if unknown. */
    reason: z.string().nullable(),
    /** The bank's last day for evidence; null if it takes none or the provider did not say. */
    respondBy: timestamp.nullable(),
    /** Whether evidence can be submitted now. */
    takesEvidence: z.boolean(),
    /** Ending it by hand needs a second person. */
    endNeedsConfirmation: z.boolean(),
    /** A proposal to end it by hand, which waits for a second person. It ends if the bank decides first. */
    pendingEnd: z
      .object({
        endId: z.string(),
        outcome: z.enum(['won', 'lost']),
        rationale: z.string().nullable(),
        proposedBy: person,
        proposedAt: timestamp,
        /** The date for an answer; the proposal does not lapse. */
        confirmBy: timestamp,
      })
      .nullable(),
    /** The latest evidence pack. `submitted`: the provider has not answered. */
    pack: z
      .object({
        state: z.enum(['submitted', 'delivered', 'refused']),
        by: person,
        submittedAt: timestamp,
        /** The length of all its texts. */
        characters: z.int(),
        /** How many photos went along. */
        photos: z.int(),
        /** Whether our receipt went along. */
        receipt: z.boolean(),
        answeredAt: timestamp.nullable(),
        /** Why the provider refused it, as its code. */
        refusal: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ChargebackFile' });
export type ChargebackFile = z.infer<typeof chargebackFile>;

const textOf = (field: EvidenceField) =>
  z.string().trim().max(EVIDENCE_LENGTHS[field], `At most ${EVIDENCE_LENGTHS[field]} characters`).optional();

const pack = z
  .object({
    customerName: textOf('customerName'),
    shippingAddress: textOf('shippingAddress'),
    shippingCarrier: textOf('shippingCarrier'),
    shippingTrackingNumber: textOf('shippingTrackingNumber'),
    shippingDate: textOf('shippingDate'),
    productDescription: textOf('productDescription'),
    accessActivityLog: textOf('accessActivityLog'),
    refundPolicyDisclosure: textOf('refundPolicyDisclosure'),
    refundRefusalExplanation: textOf('refundRefusalExplanation'),
    uncategorizedText: textOf('uncategorizedText'),
  } satisfies Record<EvidenceField, z.ZodType>)
  .meta({ id: 'EvidencePack' });

const bankReceipt = z.object({
  name: z.string().regex(RECEIPT_NAME, 'This is not the name of a receipt'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'This is not the hash of a receipt'),
});

/**
 * GET staff/cases/{id}/evidence/{chargebackId}, staff: the evidence as the history tells it, or the pack that the provider refused. 404
 * `transactionNotFound`, 409 `chargebackNotOpen`. `photos`: those of the case that can go along, with their place in a refused pack.
 * `receipt`: made from the history; null for a reader who may not see the address or submits nothing.
 */
export const evidenceDraft = z
  .object({
    pack,
    photos: z.array(
      evidencePhoto.extend({
        /** Such as `sold-1`, of the listing as sold, or `buyer-2`. */
        name: z.string(),
        place: z.enum(EVIDENCE_PLACES).nullable(),
      }),
    ),
    receipt: bankReceipt
      .extend({
        /** What it says. */
        rows: z.array(z.object({ label: z.string(), text: z.string() })),
        /** The PDF, in base64. */
        pdf: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'EvidenceDraft' });
export type EvidenceDraft = z.infer<typeof evidenceDraft>;

const chosenPhoto = z.object({
  place: z.enum(EVIDENCE_PLACES, { error: 'Please choose a place for each photo' }),
  name: z.string().regex(/^(sold|buyer|seller)-\d{1,4}$/, 'This is not the name of a photo'),
});

/**
 * POST transaction/{id}/chargeback/evidence, staff: sends the pack to the buyer's bank, once. Several photos of one place become one
 * document. 409 `evidencePackSent`, `evidenceNotTaken`, `chargebackNotOpen`, `bankPhotoMissing`; 400 `bankPhotosTooLarge`.
 */
export const submitEvidencePack = z
  .object({
    chargebackId: z.string({ error: 'Please say which chargeback' }).min(1).max(100),
    pack,
    photos: z
      .array(chosenPhoto)
      .max(MAX_BANK_PHOTOS, `At most ${MAX_BANK_PHOTOS} photos`)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Each photo can go along once')
      .default([]),
    /** The receipt of the draft, if it goes along. 409 `bankReceiptChanged` if it would be another now. */
    receipt: bankReceipt.optional(),
    basedOn,
  })
  .meta({ id: 'SubmitEvidencePack' });

const pendingEnd = z.object({
  chargebackId: z.string({ error: 'Please say which chargeback' }).min(1).max(100),
  endId: z.string({ error: 'Please say which proposal' }).min(1).max(100),
  basedOn,
});

/** The answer to chargeback/end over more than €500. `allowed` then names ConfirmChargebackEnd and RejectChargebackEnd. */
export const CHARGEBACK_END_PROPOSED = 'End of the chargeback proposed. A second member of staff must confirm it.';

/** POST transaction/{id}/chargeback/end/confirm, by a different staff member; 409 `decisionChanged` if it no longer waits. */
export const confirmChargebackEnd = pendingEnd.meta({ id: 'ConfirmChargebackEnd' });

/** POST transaction/{id}/chargeback/end/reject. Its author withdraws it with this call. */
export const rejectChargebackEnd = pendingEnd
  .extend({ reason: text(REASON_REQUIRED) })
  .meta({ id: 'RejectChargebackEnd' });

/**
 * POST transaction/{id}/chargeback/end/counter, by a different staff member: rejects the proposal and proposes the other outcome at once.
 * It waits for a confirmation.
 */
export const counterChargebackEnd = rejectChargebackEnd
  .extend({ rationale: text(RATIONALE_REQUIRED) })
  .meta({ id: 'CounterChargebackEnd' });
