import { record, reject } from '../../shared/decider.ts';
import { shortTransactionId } from '../../shared/shortIds.ts';
import { partOf } from '../allowed.ts';
import { platformFee, totalOf } from '../fees.ts';
import { LEAST_PRICE, MOST_PRICE, policyOf, TODAY } from '../limits.ts';
import { admits } from '../place.ts';
import { insideWindow } from '../process/conditions.ts';
import { due } from '../process/terms.ts';
import { shippingZone } from '../shipping.ts';
import { heldMoney, type Sale } from '../state.ts';
import type { Party } from '../stateShape.ts';
import { type Decide, facts, isBlank, notNow, refused } from './deciding.ts';
import { requestRefund } from './following.ts';

export const createTransaction: Decide<'CreateTransaction'> = (command, sale, machine) => {
  const { at, id, listingId, buyerId, sellerId, item, amount, sellerCountry, rates } = command;
  if (sale.status !== 'draft') return notNow(command, sale, machine);
  if (command.by.id !== buyerId) return reject({ code: 'notYourTransaction' });
  if (buyerId === sellerId) return reject({ code: 'ownListing' });
  if (!Number.isInteger(amount) || amount < LEAST_PRICE || amount > MOST_PRICE)
    return reject({ code: 'amountOutOfRange', least: LEAST_PRICE, most: MOST_PRICE });
  const promised = { policyVersion: TODAY.version };
  return record({
    type: 'TransactionCreated',
    data: {
      at,
      id,
      transactionId: shortTransactionId(id),
      listingId,
      buyerId,
      sellerId,
      item,
      amount,
      sellerCountry,
      ...(rates && { rates }),
      fee: platformFee(amount, TODAY),
      windowEndsAt: due('paymentWindow', at, promised),
      ...promised,
    },
  });
};

/** The buyer's own payment came too late, which is worth a code of its own. */
const windowOver = (sale: Sale, at: number): boolean =>
  admits(sale, 'CheckoutOpened') && sale.settlementEndsAt === null && !insideWindow(sale, at);

export const setShipping: Decide<'SetShipping'> = (command, sale, machine) => {
  const { at, address, shippingCost, checkout } = command;
  if (partOf(sale, command.by) === 'buyer' && windowOver(sale, at))
    return reject({ code: 'windowOver', policyVersion: sale.policyVersion });
  const refusal = refused(command, sale, machine);
  if (refusal) return refusal;
  const zone = shippingZone(sale.sellerCountry, address.country, policyOf(sale));
  if (!zone) return reject({ code: 'countryNotOffered' });
  if (checkout.attempt <= (sale.checkout?.attempt ?? 0)) return notNow(command, sale, machine);
  return record(
    { type: 'ShippingSet', data: { at, address, zone, shippingCost, total: totalOf(sale, shippingCost) } },
    { type: 'CheckoutOpened', data: { at, ...opened(checkout) } },
  );
};

const opened = ({ attempt, sessionId, url }: { attempt: number; sessionId: string; url: string }) => ({
  attempt,
  sessionId,
  checkoutUrl: url,
});

/** Of two that were opened at once the first is written: whoever comes second goes back to that one. */
export const openCheckout: Decide<'OpenCheckout'> = (command, sale, machine) => {
  const { at, checkout } = command;
  if (partOf(sale, command.by) === 'buyer' && windowOver(sale, at))
    return reject({ code: 'windowOver', policyVersion: sale.policyVersion });
  const refusal = refused(command, sale, machine);
  if (refusal) return refusal;
  if (checkout.attempt <= (sale.checkout?.attempt ?? 0))
    return sale.status === 'PAYMENT_PENDING' ? record() : notNow(command, sale, machine);
  return record({ type: 'CheckoutOpened', data: { at, ...opened(checkout) } });
};

export const cancel: Decide<'Cancel'> = (command, sale) => {
  const by = partOf(sale, command.by) as Party;
  const reason = by === 'seller' ? command.reason : null;
  if (by === 'seller' && reason === null) return reject({ code: 'cancellationReasonRequired' });
  if (reason === 'OTHER' && isBlank(command.otherReason)) return reject({ code: 'cancellationDetailsRequired' });
  const { at } = command;
  const otherReason = reason === 'OTHER' ? command.otherReason : null;
  const refund = heldMoney(sale) > 0 ? [requestRefund('all', at)] : [];
  return record(...facts(sale, { type: 'TransactionCancelled', data: { at, by, reason, otherReason } }, ...refund));
};
