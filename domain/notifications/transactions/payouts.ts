import { formatCents } from '../../shared/euros.ts';
import { noEmail, toSeller } from '../emails.ts';
import { asCase, saying, type TransactionEventTexts } from '../row.ts';

const COMPLETED = { buyer: 'The sale of {title} is completed', seller: 'You were paid for {title}' };

export const payouts = {
  PayoutApproved: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} is ready for payout`),
    audience: 'both',
    emails: noEmail(
      'always after EscrowReleased, BankAccountVerified or AccountReinstated, which say that the payout comes',
    ),
  },
  PayoutPostponed: {
    sentence: 'The payout waits for a later run',
    audience: 'both',
    emails: ({ runAt, cause = null }) => [toSeller('payoutPostponed', { runAt, cause })],
  },
  PayoutApprovalWithdrawn: {
    sentence: 'The payout waits until the seller can be paid',
    audience: 'both',
    emails: noEmail('always after BankAccountRejected or AccountSuspended, which say what it waits for'),
  },
  PayoutInitiated: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} is on its way to the seller`),
    audience: 'both',
    emails: ({ amount }) => [toSeller('payoutInitiated', { amount })],
  },
  PayoutCompleted: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} was paid out`),
    audience: 'both',
    emails: ({ amount }) => [toSeller('payoutCompleted', { amount })],
    activity: COMPLETED,
  },
  PayoutFailed: {
    sentence: 'The payout failed',
    audience: 'both',
    emails: ({ retryAt }) => [toSeller('payoutDelayed', { retryAt })],
  },
  PayoutRefused: {
    sentence: 'The bank refused the payout',
    audience: 'both',
    emails: [toSeller('payoutRefused')],
    toStaff: asCase('payoutRefused'),
  },
  PayoutReturned: {
    sentence: 'The bank returned the payout',
    audience: 'both',
    emails: [toSeller('payoutRefused')],
    toStaff: asCase('payoutRefused'),
  },
  PayoutArrivedLate: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} arrived with the seller after all`),
    audience: 'both',
    emails: ({ amount }) => [toSeller('payoutCompleted', { amount })],
    toStaff: asCase(({ kept }) => (kept ? 'chargebackReversed' : null)),
    activity: COMPLETED,
  },
  PayoutOverpaid: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the marketplace’s own loss, an email to staff, who ask for it back'),
    toStaff: asCase('providerFact'),
  },
  OverpaymentCounted: {
    sentence: saying(['amount'], ({ amount }) => `${formatCents(amount)} had arrived with the seller before`),
    audience: 'both',
    emails: ({ amount }) => [toSeller('payoutCompleted', { amount })],
    toStaff: asCase(({ kept }) => (kept ? 'chargebackReversed' : null)),
    activity: COMPLETED,
  },
  OverpaymentReturned: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('the marketplace’s own matter'),
  },
} satisfies Partial<TransactionEventTexts>;
