import type { Cents } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

/** In cents; `shipping` is null until the server has calculated it. */
export type Quote = { item: Cents; fee: Cents; shipping: Cents | null; total: Cents };

/** `fee`: that of a purchase that has started. */
export const quoteFor = (item: Cents, shipping: Cents | null, fee: Cents = platformFee(item, CURRENT_TERMS)): Quote => {
  return { item, fee, shipping, total: item + fee + (shipping ?? 0) };
};
