import { formatCents } from '../../shared/euros.ts';
import { silent, toBuyer } from '../emails.ts';
import { asCase, type SaleTellings, saying } from '../row.ts';

/** Refunds, and payments that go back. */
export const refunds = {
  RefundRequested: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} go back to the buyer`),
    audience: 'both',
    emails: ({ amount }) => [toBuyer('refundRequested', { amount })],
    activity: { buyer: 'A refund for {title} is on its way', seller: 'A refund for {title} is on its way' },
  },
  RefundFailed: {
    sentence: 'The refund failed',
    audience: 'both',
    // the tries between the first and the last change nothing for who waits
    emails: ({ attempt, retryAt }) =>
      attempt === 1 || retryAt === null ? [toBuyer('refundDelayed', { retryAt })] : [],
  },
  RefundRetried: {
    sentence: 'The refund is tried again',
    audience: 'both',
    emails: silent('the first failure was told, its end will be'),
  },
  RefundCompleted: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} was refunded`),
    audience: 'both',
    emails: ({ amount }) => [toBuyer('refundCompleted', { amount })],
    activity: { buyer: '{title} was refunded', seller: '{title} was refunded' },
  },
  PartialRefundCompleted: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} was refunded`),
    audience: 'both',
    emails: ({ amount }) => [toBuyer('partialRefundCompleted', { amount })],
  },
  RefundArrivedLate: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} arrived with the buyer after all`),
    audience: 'staff',
    emails: silent('what it takes from the sale is told; the rest is the marketplace’s own loss, an email to staff'),
    toStaff: asCase('providerFact'),
  },
  RefundMadeByHand: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} was refunded by hand, at the provider`),
    audience: 'staff',
    emails: silent('what it takes from the sale is told; the rest is the marketplace’s own loss, an email to staff'),
    toStaff: asCase('unexpectedRefund'),
  },
  LatePaymentReceived: {
    sentence: saying(
      ['captured'],
      ({ captured }) => `${formatCents(captured)} arrived after the end of the sale, and goes back`,
    ),
    audience: 'both',
    emails: ({ captured }) => [toBuyer('paymentSentBack', { captured, cause: 'late' })],
  },
  DuplicatePaymentReceived: {
    sentence: saying(['captured'], ({ captured }) => `${formatCents(captured)} was paid a second time, and goes back`),
    audience: 'both',
    emails: ({ captured }) => [toBuyer('paymentSentBack', { captured, cause: 'twice' })],
  },
  DuplicateRefundRequested: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} paid twice go back to the buyer`),
    audience: 'both',
    emails: silent('always with DuplicatePaymentReceived'),
  },
  DuplicateRefundCompleted: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} paid twice was refunded`),
    audience: 'both',
    emails: ({ amount }) => [toBuyer('refundCompleted', { amount })],
  },
  DuplicateRefundFailed: {
    sentence: 'The refund of the second payment failed',
    audience: 'both',
    emails: ({ retryAt }) => [toBuyer('refundDelayed', { retryAt })],
  },
} satisfies Partial<SaleTellings>;
