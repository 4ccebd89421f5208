import { ACCOUNT_TERMS } from '#domain/accounts/policy.ts';
import { payout } from '#domain/telling/moneyWords.ts';
import { spelledTermsOf } from '#domain/transactions/spelledTerms.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { formatCents } from '../../ui/money.ts';
import { sentenceOf } from '../../ui/moneySentences.ts';
import { dueAt } from '../deadlineWords.ts';
import { bankMayPay } from '../lifecycle.ts';
import { whom } from '../whom.ts';
import type { Next, Situation } from './next.ts';
import { nextWhileRefunding } from './refund.ts';

const RATE = { when: 'You rate', what: 'Your 1 to 5 stars count towards the seller’s reputation.' } as const;
const toBuyer = (sale: Situation['sale'], when: string, what: string): Next['outcomes'] => [
  RATE,
  { when: 'You wait', what: `Nothing is asked of you. You can rate until ${termsOf(sale).rating} after the payout.` },
  { when, what },
];

const released = ({ sale, money, reader }: Situation): Next => ({
  title: 'Released to the seller',
  lead:
    reader === 'seller'
      ? `${formatCents(money.toSeller)} is released to you. ${sentenceOf(payout, sale)}`
      : 'The escrow has ended in the seller’s favour.',
  until: null,
  ...(reader === 'seller' && { way: { to: '/settings?tab=seller', text: 'Go to the bank details' } }),
  outcomes:
    reader === 'seller'
      ? [
          {
            when: 'You add bank details',
            what: `Once they are verified, the money usually goes out within ${termsOf(sale).payout}.`,
          },
          { when: 'You wait', what: 'The money stays with us. Nothing is lost.' },
          { when: 'Nobody acts', what: `${termsOf(sale).escalation} after the payment our staff look at the sale.` },
        ]
      : [
          { when: 'The seller is paid', what: 'You can then rate the seller.' },
          { when: 'You wait', what: 'Nothing is asked of you.' },
          { when: 'Nobody acts', what: sentenceOf(payout, sale) },
        ],
});

const payable = (situation: Situation): Next => {
  const { sale, money, reader } = situation;
  const retry = dueAt(sale, 'payoutRetry');
  const leaves = dueAt(sale, 'payoutRun') ?? retry;
  // nothing leaves to who cannot be paid now
  if (!leaves) return released(situation);
  return {
    title: 'Ready for Payout',
    lead:
      reader === 'seller'
        ? `${retry ? 'The last payout failed. ' : ''}${formatCents(money.toSeller)} is released to you. ${sentenceOf(payout, sale)}`
        : 'The seller is about to be paid.',
    until: null,
    outcomes:
      reader === 'seller'
        ? [
            { when: 'You do nothing', what: `Banks take ${spelledTermsOf(sale).banks} business days after that.` },
            { when: 'You change your bank', what: `For safety, payouts then wait ${ACCOUNT_TERMS.bankChange}.` },
            { when: 'Nobody acts', what: 'The payout goes out by itself.' },
          ]
        : toBuyer(sale, 'Nobody acts', sentenceOf(payout, sale)),
  };
};

const onItsWay = ({ sale, money, reader }: Situation): Next => ({
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
          { when: 'You wait', what: `Banks take ${spelledTermsOf(sale).banks} business days.` },
          { when: 'The bank refuses', what: 'You are notified and can correct your bank details. Nothing is lost.' },
        ]
      : toBuyer(sale, 'Nobody acts', 'The sale completes when the bank confirms.'),
});

const nothingMore = ({ owed }: Situation['sale']): string => owed ?? 'Nothing more happens.';

const unpaid = ({ sale, reader }: Situation): string =>
  bankMayPay(sale)
    ? `The sale ended before the payment arrived. If the bank still sends it, all of it goes back to ${whom('buyer', reader)}.`
    : 'The sale ended before anything was charged. Nothing more happens.';

const ENDED: Partial<Record<string, [title: string, lead: (situation: Situation) => string]>> = {
  COMPLETED: [
    'Completed',
    ({ sale, reader }) => `${reader === 'buyer' ? 'The seller has' : 'You have'} been paid. ${nothingMore(sale)}`,
  ],
  CANCELLED: ['Cancelled', unpaid],
  REFUNDED: [
    'Refunded',
    ({ sale, reader }) =>
      `${sale.owed ? '' : `The money has gone back to ${whom('buyer', reader)}. `}${nothingMore(sale)}`,
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
