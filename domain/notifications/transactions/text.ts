import { EURO } from '../../shared/currencies.ts';
import { formatCents } from '../../shared/euros.ts';

export const CANCELLED_BECAUSE = {
  UNAVAILABLE: 'the listing is no longer available',
  SHIPPING_ISSUES: 'issues with shipping',
  OTHER: 'another reason',
};

/** The only cancellation that comes by itself; both parties read it. */
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

/** After “is postponed”; nothing where it was not written down. */
export const postponedBecause = (cause: unknown): string =>
  typeof cause === 'string' && Object.hasOwn(POSTPONED, cause) ? POSTPONED[cause as keyof typeof POSTPONED] : '';

export const byWhom = (party: 'buyer' | 'seller' | 'system' | 'staff'): string =>
  party === 'system' ? 'automatically' : party === 'staff' ? 'by our staff' : `by the ${party}`;

export const divided = ({ toBuyer, toSeller }: { toBuyer: number; toSeller: number }): string =>
  `${formatCents(toBuyer)} to the buyer, ${formatCents(toSeller)} to the seller`;

/** The currency of a sum, among the details of an email, where it is not euros. */
export const foreign = (currency: string | undefined): { currency?: string } =>
  currency === undefined || currency === EURO ? {} : { currency };

/** A case only where the money came in another currency. */
export const notInEuros =
  (cause: string) =>
  ({ currency }: { currency: string }): string | null =>
    currency === EURO ? null : cause;
