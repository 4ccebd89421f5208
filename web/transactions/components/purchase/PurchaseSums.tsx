import type { ReactNode } from 'react';
import { toEuros } from '#domain/shared/euros.ts';
import { type SpelledTerms, TERMS } from '#domain/transactions/terms/termsText.ts';
import { PriceBreakdown } from '../../../ui/PriceBreakdown.tsx';
import type { Quote } from './quote.ts';

/** `terms`: those of a purchase that has started. */
type PurchaseSumsProps = { quote: Quote; shippingNote: ReactNode; terms?: SpelledTerms };

/** No total until the shipping cost is known. */
export const PurchaseSums = ({ quote, shippingNote, terms = TERMS }: PurchaseSumsProps) => (
  <PriceBreakdown
    itemPrice={toEuros(quote.item)}
    platformFee={toEuros(quote.fee)}
    shippingCost={quote.shipping === null ? null : toEuros(quote.shipping)}
    total={quote.shipping === null ? null : toEuros(quote.total)}
    feeInWords={terms.fee}
    feeNote="Pays for escrow and dispute handling"
    shippingNote={shippingNote}
  />
);
