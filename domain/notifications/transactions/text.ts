import { EURO } from '../../shared/currencies.ts';
import { formatCents } from '../../shared/euros.ts';

export const CANCELLED_BECAUSE = {
  UNAVAILABLE: 'the listing is no longer available',
  SHIPPING_ISSUES: 'issues with shipping',
  OTHER: 'another reason',
};

/** The only automatic cancellation. Both parties read it. */
export const SELLER_DOES_NOT_SELL = 'its seller does not sell at present';

export const RELEASED_BY = {
  buyer: 'The buyer confirmed the delivery',
  timer: 'The escrow period is over',
  staff: 'Decided by our staff',
  settlement: 'The parties settled',
};

const POSTPONED = {
  bankAccount: ', because payouts rest for your safety after a change to your account',
  closingDay: ', because banks are closed on that day',
  hold: ', because a hold stood over its day',
};

/** Follows “is postponed”. Empty if the event has no cause. */
export const postponedBecause = (cause: unknown): string =>
  typeof cause === 'string' && Object.hasOwn(POSTPONED, cause) ? POSTPONED[cause as keyof typeof POSTPONED] : '';

export const byWhom = (party: 'buyer' | 'seller' | 'system' | 'staff'): string =>
  party === 'system' ? 'automatically' : party === 'staff' ? 'by our staff' : `by the ${party}`;

export const divided = ({ toBuyer, toSeller }: { toBuyer: number; toSeller: number }): string =>
  `${formatCents(toBuyer)} to the buyer, ${formatCents(toSeller)} to the seller`;

/** Adds the currency to an e-mail's details unless it is euros. */
export const foreign = (currency: string | undefined): { currency?: string } =>
  currency === undefined || currency === EURO ? {} : { currency };

/** A case only if the payment was not in euros. */
export const notInEuros =
  (cause: string) =>
  ({ currency }: { currency: string }): string | null =>
    currency === EURO ? null : cause;
