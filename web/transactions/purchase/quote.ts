import type { Cents } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { CURRENT_TERMS } from '#domain/transactions/limits.ts';

/** In cents; shipping is null until the server has calculated it for a country. */
export type Quote = { item: Cents; fee: Cents; shipping: Cents | null; total: Cents };

/** `fee`: of a sale that has begun, the one that it began with. */
export const quoteFor = (item: Cents, shipping: Cents | null, fee: Cents = platformFee(item, CURRENT_TERMS)): Quote => {
  return { item, fee, shipping, total: item + fee + (shipping ?? 0) };
};
