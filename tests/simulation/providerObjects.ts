import type { ProviderObject } from '#application/ports/payments.ts';
import type { Books } from './providerBooks.ts';

const ofPayout = { pending: 'pending', paid: 'done', failed: 'failed', returned: 'failed' } as const;

/** The name of one attempt, the same in messages, answers and lists. */
export const nameOf = ({ refundId, attempt }: { refundId: string; attempt: number }): string =>
  `${refundId}-${attempt}`;

/** All objects as the provider lists them; a silent chargeback is listed as open. */
export const objectsIn = ({ payments, refunds, payouts, chargebacks }: Books): ProviderObject[] => [
  ...[...payments.values()].map(
    ({ id, transactionId: saleId, captured: amount, currency, createdAt }): ProviderObject => {
      const named = { kind: 'payment', id, reference: id, saleId } as const;
      return { ...named, amount, currency, state: 'done', createdAt };
    },
  ),
  ...refunds.map(
    ({ refundId, attempt, paymentId, transactionId: saleId, amount, state, createdAt }): ProviderObject => {
      const named = {
        kind: 'refund',
        id: nameOf({ refundId, attempt }),
        reference: refundId,
        saleId,
        paymentId,
      } as const;
      return { ...named, amount, currency: payments.get(paymentId)?.currency ?? 'EUR', state, createdAt };
    },
  ),
  ...payouts.map(({ payoutId, transactionId: saleId, amount, state, createdAt }): ProviderObject => {
    const named = { kind: 'payout', id: payoutId, reference: payoutId, saleId } as const;
    return { ...named, amount, currency: 'EUR', state: ofPayout[state], createdAt };
  }),
  ...[...chargebacks.values()].map(
    ({ id, transactionId: saleId, paymentId, amount, currency, state, silent, createdAt }): ProviderObject => {
      const named = { kind: 'chargeback', id, reference: id, saleId, paymentId } as const;
      return { ...named, amount, currency, state: silent ? 'open' : state, createdAt };
    },
  ),
];
