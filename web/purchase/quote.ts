import type { Cents } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';

/** In cents; shipping is null until the server has calculated it for a country. */
export type Quote = { item: Cents; fee: Cents; shipping: Cents | null; total: Cents };

export const quoteFor = (item: Cents, shipping: Cents | null): Quote => {
  const fee = platformFee(item);
  return { item, fee, shipping, total: item + fee + (shipping ?? 0) };
};
