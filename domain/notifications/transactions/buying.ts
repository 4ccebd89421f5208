import { formatSum } from '../../shared/currencies.ts';
import { formatCents } from '../../shared/euros.ts';
import { noEmail, toBoth, toBuyer, toSeller } from '../emails.ts';
import { asCase, saying, type TransactionEventTexts } from '../row.ts';
import { byWhom, CANCELLED_BECAUSE, foreign, SELLER_DOES_NOT_SELL } from './text.ts';

export const buying = {
  TransactionCreated: {
    sentence: 'The item is reserved while the buyer pays',
    audience: 'both',
    emails: ({ windowEndsAt }) => [
      toBuyer('purchaseStarted', { windowEndsAt }),
      toSeller('saleStarted', { windowEndsAt }),
    ],
    notifies: { buyer: 'purchase', seller: 'sale' },
    activity: { buyer: 'You are buying {title} from {other}', seller: '{other} is buying {title}' },
  },
  ShippingSet: {
    sentence: 'The shipping address is set',
    audience: 'both',
    emails: noEmail('the buyer’s own step; the seller reads it with the payment'),
  },
  CheckoutOpened: {
    sentence: 'The checkout was opened',
    audience: 'both',
    emails: noEmail('the buyer’s own step'),
  },
  PaymentProcessing: {
    sentence: 'The bank is processing the payment',
    audience: 'both',
    emails: noEmail('the buyer sees it on the page; its end has its own email'),
  },
  PaymentCaptured: {
    sentence: saying(['captured'], ({ captured }) => `${formatCents(captured)} is held in escrow`),
    audience: 'both',
    emails: ({ shipBy }) => [toBuyer('paymentReceived', { shipBy }), toSeller('salePaid', { shipBy })],
    notifies: { buyer: 'payment_success', seller: 'sale_payment_received' },
    activity: { buyer: 'Your payment for {title} has arrived', seller: '{title} is paid: please ship it' },
  },
  PaymentMismatched: {
    sentence: saying(
      ['captured', 'currency', 'expected'],
      ({ captured, currency, expected }) =>
        `${formatSum(captured, currency)} was paid instead of ${formatCents(expected)}, and goes back`,
    ),
    audience: 'both',
    emails: ({ captured, currency }) => [
      toBuyer('paymentSentBack', { captured, cause: 'amount', ...foreign(currency) }),
      toSeller('saleMispaid'),
    ],
    toStaff: asCase('paymentMismatch'),
  },
  PaymentFailed: {
    sentence: 'The payment failed',
    audience: 'both',
    emails: ({ windowEndsAt }) => [toBuyer('paymentFailed', { windowEndsAt })],
    notifies: { buyer: 'payment_failed' },
  },
  TransactionExpired: {
    sentence: 'The time to pay is over',
    audience: 'both',
    emails: [toBuyer('paymentTimedOut'), toSeller('saleTimedOut')],
    notifies: { buyer: 'payment_timeout', seller: 'payment_timeout' },
    activity: { buyer: 'The time to pay for {title} is over', seller: '{title} was not paid in time' },
  },
  TransactionCancelled: {
    sentence: saying(['by', 'reason'], ({ by, reason }) =>
      by === 'system'
        ? `Cancelled: ${SELLER_DOES_NOT_SELL}`
        : `Cancelled ${byWhom(by)}${reason ? `: ${CANCELLED_BECAUSE[reason]}` : ''}`,
    ),
    audience: 'both',
    emails: ({ by }, { paid }) => toBoth('saleCancelled', { by, paid: paid ? 1 : 0 }),
    activity: { buyer: 'The sale of {title} was cancelled', seller: 'The sale of {title} was cancelled' },
    statement: ({ otherReason, reason }) => ({ words: otherReason ?? undefined, category: reason }),
  },
} satisfies Partial<TransactionEventTexts>;
