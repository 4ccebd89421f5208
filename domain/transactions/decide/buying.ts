import { record, reject } from '../../shared/decider.ts';
import { shortTransactionId } from '../../shared/shortIds.ts';
import { partOf } from '../allowed.ts';
import { escrowGate } from '../escrowGate.ts';
import { platformFee, totalOf } from '../fees.ts';
import { LEAST_PRICE, MOST_PRICE } from '../limits.ts';
import { insideWindow } from '../process/conditions.ts';
import { due } from '../process/terms.ts';
import { shippingZone } from '../shipping.ts';
import { heldMoney, type Transaction } from '../state.ts';
import type { Party } from '../stateShape.ts';
import { CURRENT_TERMS, termsFor } from '../terms/termsFor.ts';
import { type Decide, events, isBlank, notNow, refused } from './deciding.ts';
import { requestRefund } from './following.ts';

export const createTransaction: Decide<'CreateTransaction'> = (command, transaction, gate) => {
  const { at, id, listingId, buyerId, sellerId, item, amount, sellerCountry, rates } = command;
  if (transaction.status !== 'draft') return notNow(command, transaction, gate);
  if (command.by.id !== buyerId) return reject({ code: 'notYourTransaction' });
  if (buyerId === sellerId) return reject({ code: 'ownListing' });
  if (!Number.isInteger(amount) || amount < LEAST_PRICE || amount > MOST_PRICE)
    return reject({ code: 'amountOutOfRange', least: LEAST_PRICE, most: MOST_PRICE });
  const promised = { policyVersion: CURRENT_TERMS.version };
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
      fee: platformFee(amount, CURRENT_TERMS),
      windowEndsAt: due('paymentWindow', at, promised),
      ...promised,
    },
  });
};

/** The payment window is over, which has its own error code. */
const windowOver = (transaction: Transaction, at: number): boolean =>
  escrowGate.admits(transaction, 'CheckoutOpened') &&
  transaction.settlementEndsAt === null &&
  !insideWindow(transaction, at);

export const setShipping: Decide<'SetShipping'> = (command, transaction, gate) => {
  const { at, address, shippingCost, checkout } = command;
  if (partOf(transaction, command.by) === 'buyer' && windowOver(transaction, at))
    return reject({ code: 'windowOver', policyVersion: transaction.policyVersion });
  const refusal = refused(command, transaction, gate);
  if (refusal) return refusal;
  const zone = shippingZone(transaction.sellerCountry, address.country, termsFor(transaction));
  if (!zone) return reject({ code: 'countryNotOffered' });
  if (checkout.attempt <= (transaction.checkout?.attempt ?? 0)) return notNow(command, transaction, gate);
  return record(
    { type: 'ShippingSet', data: { at, address, zone, shippingCost, total: totalOf(transaction, shippingCost) } },
    { type: 'CheckoutOpened', data: { at, ...opened(checkout) } },
  );
};

const opened = ({ attempt, sessionId, url }: { attempt: number; sessionId: string; url: string }) => ({
  attempt,
  sessionId,
  checkoutUrl: url,
});

/** If two checkouts open at once, the first is recorded and the second caller gets that one. */
export const openCheckout: Decide<'OpenCheckout'> = (command, transaction, gate) => {
  const { at, checkout } = command;
  if (partOf(transaction, command.by) === 'buyer' && windowOver(transaction, at))
    return reject({ code: 'windowOver', policyVersion: transaction.policyVersion });
  const refusal = refused(command, transaction, gate);
  if (refusal) return refusal;
  if (checkout.attempt <= (transaction.checkout?.attempt ?? 0))
    return transaction.status === 'PAYMENT_PENDING' ? record() : notNow(command, transaction, gate);
  return record({ type: 'CheckoutOpened', data: { at, ...opened(checkout) } });
};

export const cancel: Decide<'Cancel'> = (command, transaction) => {
  const by = partOf(transaction, command.by) as Party;
  const reason = by === 'seller' ? command.reason : null;
  if (by === 'seller' && reason === null) return reject({ code: 'cancellationReasonRequired' });
  if (reason === 'OTHER' && isBlank(command.otherReason)) return reject({ code: 'cancellationDetailsRequired' });
  const { at } = command;
  const otherReason = reason === 'OTHER' ? command.otherReason : null;
  const refund = heldMoney(transaction) > 0 ? [requestRefund('all', at)] : [];
  return record(
    ...events(transaction, { type: 'TransactionCancelled', data: { at, by, reason, otherReason } }, ...refund),
  );
};
