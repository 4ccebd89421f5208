import { z } from 'zod';
import { SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import { parseEuros } from '#domain/shared/euros.ts';
import { shippingAddress } from './accounts.ts';
import { MAX_EVIDENCE, RATIONALE_REQUIRED, TOO_MUCH_EVIDENCE } from './limits.ts';

/** Texts are stored encrypted. `evidence`: storage keys of uploaded files. */
const text = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(1000, 'At most 1000 characters');

const evidence = z
  .array(z.string().max(200))
  .max(MAX_EVIDENCE, TOO_MUCH_EVIDENCE)
  .default([])
  .meta({ description: 'Keys of photos, from the answer of `uploadEvidence`' });

/** For staff: the `revision` of the transaction that they read. A newer event in the case rejects the command with 409 `caseMoved`. */
export const REVISION_REQUIRED = 'Please say which revision of the sale you decide on';

export const basedOn = z.int({ error: REVISION_REQUIRED }).min(0, REVISION_REQUIRED).meta({
  description: 'The `revision` of the transaction that you read; 409 `caseMoved` if the case has changed since',
});

/** Euros in, cents out. */
const amount = z
  .union([z.number(), z.string()], { error: 'A valid amount is required' })
  .transform((typed, context) => {
    const value = parseEuros(typed);
    if (value === undefined) context.addIssue('A valid amount is required');
    return value ?? 0;
  })
  .meta({ description: 'Euros, at most two decimals' });

/** POST transaction/{id}/pause-escrow (document 2, section 5: free text; here 1 to 1000 characters). */
export const pauseEscrow = z
  .object({ reason: text('Please give a reason for pausing escrow') })
  .meta({ id: 'PauseEscrow' });

/** The categories that a buyer can choose; the marketplace opens the others itself. */
const OFFERED_DISPUTE_CATEGORIES = ['NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DAMAGED', 'COUNTERFEIT', 'OTHER'] as const;

/** POST transaction/{id}/dispute. `claim`: the requested refund in euros. */
export const openDispute = z
  .object({
    category: z.enum([...OFFERED_DISPUTE_CATEGORIES, 'PAUSED_TOO_LONG'], { error: 'Please select what is wrong' }),
    claim: amount,
    text: text('Please describe what is wrong'),
    evidence,
  })
  .meta({ id: 'OpenDispute' });

/** POST transaction/{id}/dispute/contest */
export const contestDispute = z
  .object({ text: text('Please answer the claim'), evidence })
  .meta({ id: 'ContestDispute' });

/** POST transaction/{id}/dispute/statement, by either party until the decision; POST transaction/{id}/dispute/appeal, by the buyer. */
export const giveStatement = z
  .object({ text: text('Please write your statement'), evidence })
  .meta({ id: 'GiveStatement' });

/** POST transaction/{id}/dispute/offer. `toBuyer`: euros offered back. */
export const offerSettlement = z.object({ toBuyer: amount }).meta({ id: 'OfferSettlement' });

/**
 * POST transaction/{id}/dispute/accept and /accept-offer, with the amounts shown in `dispute.accepted` or `dispute.offer`. 409
 * `sumsChanged` with the new `sums` if they have changed.
 */
export const acceptSums = z.object({ toBuyer: amount, toSeller: amount }).meta({ id: 'AcceptSums' });

/** POST transaction/{id}/refund/retry, staff. */
export const retryRefund = z.object({ basedOn }).meta({ id: 'RetryRefund' });

/** POST transaction/{id}/dispute/decide, staff. `toBuyer`: euros refunded, the rest goes to the seller. */
export const decideDispute = z
  .object({
    toBuyer: amount,
    rationale: text(RATIONALE_REQUIRED),
    basedOn,
    /** The hash of `staff/cases/{id}/consequences`, if they were shown. 409 `consequencesChanged` if they would differ now. */
    consequences: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'This is not the hash of consequences')
      .optional(),
  })
  .meta({ id: 'DecideDispute' });

/**
 * POST transaction/{id}/dispute/counter-decision, by a different staff member: rejects the proposal and proposes this decision at once, so
 * nothing can happen in between. It waits for a confirmation at any sum. `reason`: for staff; `rationale`: for both parties.
 */
export const counterDecision = decideDispute
  .extend({
    decisionId: z.string({ error: 'Please say which decision' }).min(1).max(100),
    reason: text('A reason is required'),
  })
  .meta({ id: 'CounterDecision' });

/** GET staff/cases/{id}/consequences. `toBuyer`: euros refunded, as in the decision or the counter-proposal. */
export const consideredDecision = z.object({ toBuyer: amount }).meta({ id: 'ConsideredDecision' });

/** POST transaction/{id}/return. `notAsDescribed`: if the seller approves, the seller pays the return postage. */
export const requestReturn = z
  .object({
    text: text('Please say why you want to return the item'),
    evidence,
    notAsDescribed: z.boolean().default(false),
  })
  .meta({ id: 'RequestReturn' });

/** The address for the return. */
export const returnTo = shippingAddress.extend({
  country: z.enum(SHIPPING_COUNTRIES, { error: 'Please choose a country from the list' }),
});

/** POST transaction/{id}/return/approve. `to`: the address for the return. */
export const approveReturn = z
  .object({ to: returnTo, sellerPaysPostage: z.boolean().default(false) })
  .meta({ id: 'ApproveReturn' });

/** POST transaction/{id}/return/address, if the return was approved without an address. */
export const giveReturnAddress = z.object({ to: returnTo }).meta({ id: 'GiveReturnAddress' });

/** POST transaction/{id}/return/refuse */
export const refuseReturn = z
  .object({ text: text('Please say why you refuse the return') })
  .meta({ id: 'RefuseReturn' });

/** POST transaction/{id}/return/shipped */
export const shipReturn = z
  .object({
    trackingCode: z
      .string({ error: 'A tracking code is required' })
      .trim()
      .min(1, 'A tracking code is required')
      .max(100),
  })
  .meta({ id: 'ShipReturn' });

/** POST transaction/{id}/return/reject. `notArrived`: nothing came back, so no photo is needed. */
export const rejectReturn = z
  .object({
    text: text('Please say why you reject the return'),
    evidence,
    notArrived: z.boolean().default(false),
  })
  .refine(({ evidence: photos, notArrived }) => notArrived || photos.length > 0, {
    error: 'Evidence is required',
    path: ['evidence'],
  })
  .meta({ id: 'RejectReturn', description: '`evidence` needs at least one photo, unless `notArrived` is true' });

/** POST transaction/{id}/hold and /hold/lift, staff. */
export const staffHold = z.object({ reason: text('A reason is required'), basedOn }).meta({ id: 'StaffHold' });

/** POST transaction/{id}/evidence: photos in the parts `images`. The next command names the answered keys. */
export const evidenceUploaded = z
  .object({ success: z.literal(true), message: z.string(), keys: z.array(z.string()) })
  .meta({ id: 'EvidenceUploaded' });
