import { formatSum } from '../../shared/currencies.ts';
import { formatCents } from '../../shared/euros.ts';
import { isOutside, receiverOf } from '../../transactions/settledOutside.ts';
import { noEmail, toBuyer } from '../emails.ts';
import { asCase, saying, type TransactionEventTexts } from '../row.ts';
import { foreign, notInEuros } from './text.ts';

/** Refunds, and payments that go back. */
export const refunds = {
  RefundRequested: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)} is refunded to the buyer`,
    ),
    audience: 'both',
    emails: ({ amount, currency }) => [toBuyer('refundRequested', { amount, ...foreign(currency) })],
    activity: { buyer: 'A refund for {title} is on its way', seller: 'A refund for {title} is on its way' },
  },
  RefundFailed: {
    sentence: 'The refund failed',
    audience: 'both',
    emails: ({ attempt, retryAt }) => [toBuyer('refundDelayed', { attempt, retryAt })],
  },
  RefundRetried: {
    sentence: 'The refund is tried again',
    audience: 'both',
    emails: noEmail('the failure’s email named this instant; the result sends its own'),
  },
  RefundCompleted: {
    sentence: saying(['amount', 'currency'], ({ amount, currency }) => `${formatSum(amount, currency)} was refunded`),
    audience: 'both',
    emails: ({ amount, currency, providerRefundId }) =>
      isOutside(providerRefundId) ? [] : [toBuyer('refundCompleted', { amount, ...foreign(currency) })],
    activity: { buyer: '{title} was refunded', seller: '{title} was refunded' },
  },
  PartialRefundCompleted: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} was refunded`),
    audience: 'both',
    emails: ({ amount, providerRefundId }) =>
      isOutside(providerRefundId) ? [] : [toBuyer('partialRefundCompleted', { amount })],
  },
  RefundArrivedLate: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)} arrived with the buyer after all`,
    ),
    audience: 'staff',
    emails: noEmail('what it takes from the sale has its own email; the rest is our own loss, an email to staff'),
    toStaff: asCase('providerFact'),
  },
  RefundMadeByHand: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)} was refunded by hand, at the provider`,
    ),
    audience: 'staff',
    emails: noEmail('what it takes from the sale has its own email; the rest is our own loss, an email to staff'),
    toStaff: asCase('unexpectedRefund'),
  },
  RefundCameBack: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `The buyer’s bank sent ${formatSum(amount, currency)} of a refund back to us`,
    ),
    audience: 'both',
    // money that covered our loss is owed to nobody
    emails: ({ amount, ours = 0, currency }) =>
      ours < amount ? [toBuyer('refundDelayed', { retryAt: null, cameBack: amount - ours, ...foreign(currency) })] : [],
    toStaff: asCase(({ amount, ours = 0 }) => (ours < amount ? 'refundFailed' : 'providerFact')),
  },
  LatePaymentReceived: {
    sentence: saying(
      ['captured', 'currency'],
      ({ captured, currency }) => `${formatSum(captured, currency)} arrived after the end of the sale, and goes back`,
    ),
    audience: 'both',
    emails: ({ captured, currency }) => [toBuyer('paymentSentBack', { captured, cause: 'late', ...foreign(currency) })],
    toStaff: asCase(notInEuros('paymentMismatch')),
  },
  DuplicatePaymentReceived: {
    sentence: saying(
      ['captured', 'currency'],
      ({ captured, currency }) => `${formatSum(captured, currency)} was paid a second time, and goes back`,
    ),
    audience: 'both',
    emails: ({ captured, currency }) => [
      toBuyer('paymentSentBack', { captured, cause: 'twice', ...foreign(currency) }),
    ],
    toStaff: asCase(notInEuros('providerFact')),
  },
  DuplicateRefundRequested: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)}, owed beside the sale, go back to the buyer`,
    ),
    audience: 'both',
    emails: noEmail('always with DuplicatePaymentReceived'),
  },
  DuplicateRefundCompleted: {
    sentence: saying(
      ['amount', 'currency'],
      ({ amount, currency }) => `${formatSum(amount, currency)}, owed beside the sale, was refunded`,
    ),
    audience: 'both',
    emails: ({ amount, currency, providerRefundId }) =>
      isOutside(providerRefundId) ? [] : [toBuyer('refundCompleted', { amount, ...foreign(currency) })],
  },
  DuplicateRefundFailed: {
    sentence: 'The refund of what is owed beside the sale failed',
    audience: 'both',
    emails: ({ attempt = 1, retryAt }) => [toBuyer('refundDelayed', { attempt, retryAt, beside: 1 })],
  },
  // the event that ends it then sends no e-mail
  SettledOutsideProvider: {
    sentence: saying(
      ['settlementId', 'what', 'amount', 'currency'],
      ({ what, amount, currency }) =>
        `${formatSum(amount, currency)} was sent to the ${receiverOf(what)} by bank transfer`,
    ),
    audience: 'both',
    emails: ({ what, amount, currency }) => [
      { to: receiverOf(what), template: 'settledOutside', details: { amount, what, ...foreign(currency) } },
    ],
    statement: ({ rationale }) => ({ words: rationale }),
  },
  OutsideSettlementProposed: {
    sentence: saying(
      ['what', 'amount', 'currency'],
      ({ what, amount, currency }) =>
        `Proposed, to be confirmed: ${formatSum(amount, currency)} to the ${receiverOf(what)} by bank transfer`,
    ),
    audience: 'staff',
    emails: noEmail('nothing has moved yet: an email to staff'),
    toStaff: asCase('confirmation', ({ proposedBy }) => proposedBy),
    statement: ({ rationale }) => ({ words: rationale }),
  },
  OutsideSettlementRejected: {
    sentence: saying(['own'], ({ own }) => (own ? 'It was taken back' : 'Another member of staff rejected it')),
    audience: 'staff',
    emails: noEmail('nothing has moved'),
    statement: ({ reason }) => ({ words: reason }),
  },
} satisfies Partial<TransactionEventTexts>;
