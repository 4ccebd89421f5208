import { HIGHEST_RATE_TERM } from '#domain/accounts/shippingRateLimits.ts';

/** Without zod: the fields of rates say it while they are typed. */
export const RATE_TOO_HIGH = `Shipping rates cannot exceed ${HIGHEST_RATE_TERM}`;
export const RATE_NEGATIVE = 'Shipping rates cannot be negative';
