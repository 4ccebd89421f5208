import type { ReactNode } from 'react';
import { toEuros } from '#domain/shared/euros.ts';
import { PriceBreakdown } from '../ui/Price.tsx';
import type { Quote } from './quote.ts';

type PurchaseSumsProps = { quote: Quote; shippingNote: ReactNode };

/** Item price, fee, shipping, total, in that order; no total before shipping is known. */
export const PurchaseSums = ({ quote, shippingNote }: PurchaseSumsProps) => (
  <PriceBreakdown
    itemPrice={toEuros(quote.item)}
    platformFee={toEuros(quote.fee)}
    shippingCost={quote.shipping === null ? null : toEuros(quote.shipping)}
    total={quote.shipping === null ? null : toEuros(quote.total)}
    feeNote="Pays for escrow and dispute handling"
    shippingNote={shippingNote}
  />
);
