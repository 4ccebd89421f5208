import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { whom } from '#domain/notifications/decisionText.ts';
import { payout } from '#domain/notifications/moneyText.ts';
import { spelledTermsOf } from '#domain/transactions/terms/spelledTerms.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { formatCents } from '../../../ui/money.ts';
import { sentenceOf } from '../../../ui/moneySentences.ts';
import { bankMayPay, dueAt } from '../../lifecycle.ts';
import { may } from '../claims/claimAction.ts';
import type { Next, Situation } from './next.ts';
import { nextWhileRefunding } from './refund.ts';

const RATE = { when: 'You rate', what: 'Your 1 to 5 stars count towards the seller’s reputation.' } as const;
const APPEAL = {
  when: 'You appeal',
  what: 'Another member of our staff reviews the decision. The money goes back into escrow until there is a new one.',
} as const;
const toBuyer = (transaction: Situation['sale'], when: string, what: string): Next['outcomes'] => [
  may(transaction, 'AppealDecision') ? APPEAL : RATE,
  {
    when: 'You wait',
    what: `You do not have to do anything. You can rate until ${termsOf(transaction).rating} after the payout.`,
  },
  { when, what },
];

const released = ({ sale: transaction, money, reader }: Situation): Next => ({
  title: 'Released to the seller',
  lead:
    reader === 'seller'
      ? `${formatCents(money.toSeller)} is released to you. ${sentenceOf(payout, transaction)}`
      : 'The escrow has ended in the seller’s favour.',
  until: null,
  ...(reader === 'seller' && { way: { to: '/settings?tab=seller', text: 'Go to the bank details' } }),
  outcomes:
    reader === 'seller'
      ? [
          {
            when: 'You add bank details',
            what: `Once they are verified, the money usually goes out within ${termsOf(transaction).payout}.`,
          },
          { when: 'You wait', what: 'The money stays with us. Nothing is lost.' },
          {
            when: 'If nothing happens',
            what: `${termsOf(transaction).escalation} after the payment, our staff review the sale.`,
          },
        ]
      : [
          { when: 'The seller is paid', what: 'You can then rate the seller.' },
          { when: 'You wait', what: 'You do not have to do anything.' },
          { when: 'If nothing happens', what: sentenceOf(payout, transaction) },
        ],
});

const payable = (situation: Situation): Next => {
  const { sale: transaction, money, reader } = situation;
  const retry = dueAt(transaction, 'payoutRetry');
  const leaves = dueAt(transaction, 'payoutRun') ?? retry;
  // The seller cannot be paid yet.
  if (!leaves) return released(situation);
  return {
    title: 'Ready for Payout',
    lead:
      reader === 'seller'
        ? `${retry ? 'The last payout failed. ' : ''}${formatCents(money.toSeller)} is released to you. ${sentenceOf(payout, transaction)}`
        : 'The seller is about to be paid.',
    until: null,
    outcomes:
      reader === 'seller'
        ? [
            {
              when: 'You do nothing',
              what: `Banks take ${spelledTermsOf(transaction).banks} business days after that.`,
            },
            {
              when: 'You change your bank account',
              what: `For safety, payouts then wait ${ACCOUNT_TERMS.bankChange}.`,
            },
            { when: 'If nothing happens', what: 'The payout is sent automatically.' },
          ]
        : toBuyer(transaction, 'If nothing happens', sentenceOf(payout, transaction)),
  };
};

const onItsWay = ({ sale: transaction, money, reader }: Situation): Next => ({
  title: 'Payout on its way',
  lead:
    reader === 'seller'
      ? `${formatCents(money.toSeller)} has been sent to your bank account.`
      : 'The money has been sent to the seller.',
  until: null,
  outcomes:
    reader === 'seller'
      ? [
          { when: 'The bank confirms', what: 'The sale is completed.' },
          { when: 'You wait', what: `Banks take ${spelledTermsOf(transaction).banks} business days.` },
          { when: 'The bank refuses', what: 'You are notified and can correct your bank details. Nothing is lost.' },
        ]
      : toBuyer(transaction, 'If nothing happens', 'The sale completes when the bank confirms.'),
});

const nothingMore = ({ owed }: Situation['sale']): string => owed ?? 'Nothing more happens.';

const unpaid = ({ sale: transaction, reader }: Situation): string =>
  bankMayPay(transaction)
    ? `The sale ended before the payment arrived. If the bank still sends it, all of it goes back to ${whom('buyer', reader)}.`
    : 'The sale ended before anything was charged. Nothing more happens.';

const ENDED: Partial<Record<string, [title: string, lead: (situation: Situation) => string]>> = {
  COMPLETED: [
    'Completed',
    ({ sale: transaction, reader }) =>
      `${reader === 'buyer' ? 'The seller has' : 'You have'} been paid. ${nothingMore(transaction)}`,
  ],
  CANCELLED: ['Cancelled', unpaid],
  REFUNDED: [
    'Refunded',
    ({ sale: transaction, reader }) =>
      `${transaction.owed ? '' : `The money has gone back to ${whom('buyer', reader)}. `}${nothingMore(transaction)}`,
  ],
};

export const nextAfterRelease = (situation: Situation): Next => {
  switch (situation.sale.status) {
    case 'ESCROW_COMPLETED':
      return released(situation);
    case 'READY_FOR_PAYOUT':
      return payable(situation);
    case 'PAYOUT_INITIATED':
      return onItsWay(situation);
    case 'REFUND_BUYER':
      return nextWhileRefunding(situation);
    default: {
      const [title, lead] = ENDED[situation.sale.status] ?? [situation.sale.status, () => ''];
      return { title, lead: lead(situation), until: null, outcomes: [] };
    }
  }
};
