export const CANCELLATION_REASONS = ['UNAVAILABLE', 'SHIPPING_ISSUES', 'OTHER'] as const;

export const DISPUTE_CATEGORIES = [
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DAMAGED',
  'COUNTERFEIT',
  'OTHER',
  'PAUSE_EXPIRED',
  'RETURN_REFUSED',
  'RETURN_REJECTED',
  'PAUSED_TOO_LONG',
  'RETURN_NOT_ARRIVED',
] as const;
export type DisputeCategory = (typeof DISPUTE_CATEGORIES)[number];

/** A disputed return leads to these; its own events say why. */
const RETURN_CATEGORIES = [
  'RETURN_REFUSED',
  'RETURN_REJECTED',
  'RETURN_NOT_ARRIVED',
] as const satisfies DisputeCategory[];
/** The seller need not answer: the dispute goes to staff at once. */
const REFERRED_CATEGORIES = ['PAUSED_TOO_LONG', ...RETURN_CATEGORIES] as const satisfies DisputeCategory[];
export type ReferredCategory = (typeof REFERRED_CATEGORIES)[number];

export type ReturnCategory = (typeof RETURN_CATEGORIES)[number];

export const isOfReturn = (category: DisputeCategory): category is ReturnCategory =>
  (RETURN_CATEGORIES as readonly DisputeCategory[]).includes(category);
export const isReferred = (category: DisputeCategory): boolean =>
  (REFERRED_CATEGORIES as readonly DisputeCategory[]).includes(category);
