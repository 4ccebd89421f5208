import type { SpelledTerms } from '#domain/transactions/terms/termsText.ts';
import { Notice } from '../../../ui/States.tsx';

export const WhatPayingMeans = ({ terms }: { terms: SpelledTerms }) => (
  <Notice>
    <b>What happens next.</b> You pay on the payment provider’s page. The money is held in escrow: the seller ships
    within {terms.shipment}, or you get everything back. The seller is paid when you confirm arrival, or {terms.escrow}{' '}
    after shipment.
  </Notice>
);
