import { platformFee, sellersShare, totalOf } from '#domain/transactions/fees.ts';
import { LEAST_PRICE, MOST_PRICE } from '#domain/transactions/limits.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { formatCents } from '../../../ui/money.ts';
import { typedCents } from '../../../ui/typedMoney.ts';

/** What buyer and seller pay and receive at this price. */
export const PriceOutcome = ({ typed }: { typed: string }) => {
  const price = typedCents(typed);
  if (price === undefined || price < LEAST_PRICE || price > MOST_PRICE)
    return 'You receive the full price. The buyer pays the fee and shipping on top.';
  const fee = platformFee(price, CURRENT_TERMS);
  const total = totalOf({ amount: price, fee }, 0);
  return (
    <>
      The buyer pays <b>{formatCents(total)}</b>, including the {formatCents(fee)} fee, plus shipping. You receive{' '}
      <b>{formatCents(sellersShare(total, fee))}</b> plus the shipping.
    </>
  );
};
